import { LRUCache } from 'lru-cache'
import type { ClientSession } from 'mongoose'
import { isMailed, type NotificationKind, type NotificationSubject } from '../../../models/domain/notification-kinds.js'
import { Notification } from '../../../models/notification.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { mailNotification } from './mail-notification.js'

const KEPT_MS = 60 * 86_400_000
const MAX_KEYS = 10_000

/** A notification to store. */
export interface NewNotification {
  projectId: string
  kind: NotificationKind
  /** Names the cause; of several notifications of a project with the same key, one is stored. */
  key: string
  about: NotificationSubject
  /** The member who did it, and who is not told; null: no member. */
  byUserId?: string | null
}

/**
 * Notifies the members of a project, but not one of what they did themselves, in the transaction of the change that
 * they are told of. Those who want it also get a mail about a failure or a problem.
 */
export async function notify(notification: NewNotification, session?: ClientSession): Promise<void> {
  if (!isMailed(notification)) await store(notification, session)
  else if (session) await storeAndMail(notification, session)
  else await inTransaction((own) => storeAndMail(notification, own))
}

async function storeAndMail(notification: NewNotification, session: ClientSession): Promise<void> {
  const { projectId } = notification
  const notificationId = await store(notification, session)
  if (notificationId !== null) await mailNotification({ projectId, notificationId }, session)
}

/** Returns the id of the notification; null if one with the same key is stored already. */
async function store(notification: NewNotification, session?: ClientSession): Promise<string | null> {
  const { projectId, key, byUserId = null, ...rest } = notification
  const createdAt = databaseNow()
  const _id = newId()
  const by = byUserId === null ? {} : { byUserId }
  const fields = { _id, ...rest, ...by, createdAt, expiresAt: new Date(createdAt.getTime() + KEPT_MS) }
  const options = { upsert: true, ...(session ? { session } : {}) }
  const { upsertedCount } = await Notification.updateOne({ projectId, key }, { $setOnInsert: fields }, options)
  return upsertedCount === 0 ? null : _id
}

const notified = new LRUCache<string, true>({ max: MAX_KEYS })

/**
 * Notifies the members of a project of something that happens again and again: this process stores a key once, so that
 * a repetition costs no command. `about` is called only then. A failure is no failure of the caller: the next
 * repetition tries again.
 */
export async function notifySeldom(
  { projectId, kind, key }: Omit<NewNotification, 'about'>,
  about: () => Promise<NotificationSubject> = async () => ({}),
): Promise<void> {
  const id = `${projectId} ${key}`
  if (notified.has(id)) return
  notified.set(id, true)
  try {
    const subject = await about()
    await retryOnDuplicateKey(() => notify({ projectId, kind, key, about: subject }))
  } catch {
    notified.delete(id)
  }
}

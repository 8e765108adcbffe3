import { LRUCache } from 'lru-cache'
import type { ClientSession } from 'mongoose'
import type { NotificationKind, NotificationSubject } from '../../../models/domain/notification-kinds.js'
import { Notification } from '../../../models/notification.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'

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
 * they are told of.
 */
export async function notify(notification: NewNotification, session?: ClientSession): Promise<void> {
  const { projectId, key, byUserId = null, ...rest } = notification
  const createdAt = databaseNow()
  const by = byUserId === null ? {} : { byUserId }
  const fields = { _id: newId(), ...rest, ...by, createdAt, expiresAt: new Date(createdAt.getTime() + KEPT_MS) }
  const options = { upsert: true, ...(session ? { session } : {}) }
  await Notification.updateOne({ projectId, key }, { $setOnInsert: fields }, options)
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

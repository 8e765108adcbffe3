import { LRUCache } from 'lru-cache'
import { applyFact, type EmailFact } from '../../../models/domain/email-facts.js'
import type { MailReference, ParsedNotification } from '../../../models/domain/ses-event.js'
import type { EmailRecord } from '../../../models/email.js'
import { NotificationTimes } from '../../../models/notification-times.js'
import { mapConcurrent } from '../../../runtime/concurrency/map-concurrent.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { isContention } from '../../../runtime/mongodb/contention.js'
import { findNotifiedEmails } from './find-notified-emails.js'
import { chooseByEmail } from './choose-by-email.js'
import { recordEmailFacts } from './record-email-facts.js'

const STORE_EVERY_MS = 1_000
const BATCH_LIMIT_MS = 2_000
const SINGLE_LIMIT_MS = 1_000
const SINGLES_CONCURRENCY = 10
const MAX_EARLY = 5_000
// A running worker records the outcome of a submission within this time after the claim, unless the provider is slow.
const RECORDED_WITHIN_MS = 5_000
let storedAt = 0
// The `sentAt` of early notifications, by id: this process applies them once the submission of their messages is
// recorded.
const earlyTimes = new LRUCache<string, number>({ max: MAX_EARLY, ttl: 2 * RECORDED_WITHIN_MS })

/** The outcome of notifications. A notification that is in no set and not in `failures` is applied. */
export interface NotificationOutcomes {
  /** The ids of notifications about a message whose submission is being recorded. */
  early: Set<string>
  /** The ids of notifications that are about no email of ours. */
  unmatched: Set<string>
  /** The errors of notifications that could not be applied, by id. */
  failures: Map<string, unknown>
}

/** A parsed notification with its id, by which the outcomes name it. */
export interface IdentifiedNotification {
  id: string
  notification: ParsedNotification
  /** Whether the notification has waited long enough for the record of its message's submission. */
  isOverdue?: boolean
}

/**
 * Applies notifications in one transaction: records their facts about our messages. Also records the time of the latest
 * expected notification, by which unknown outcomes are resolved. When an open transaction of a dead process locks the
 * record of a message, each notification is applied in a transaction of its own, so that one notification does not
 * delay the others. A repeated call changes nothing. Throws when MongoDB is unavailable.
 */
export async function applyNotifications(items: readonly IdentifiedNotification[]): Promise<NotificationOutcomes> {
  const emails = await findNotifiedEmails(
    items.flatMap(({ notification }) => (notification.fact ? notification.about : [])),
  )
  const isEarly = ({ notification, isOverdue = false }: IdentifiedNotification): boolean => {
    if (isOverdue) return false
    const email = emails.get(notification.about)
    return email ? isLeaving(email) : notification.fact !== null && mayBeFound(notification)
  }
  const early = new Set(items.filter(isEarly).map(({ id }) => id))
  const ready = items.filter((item) => !isEarly(item))
  for (const { id, notification } of items) if (early.has(id)) earlyTimes.set(id, notification.sentAt.getTime())
  const failures = await applyAll(ready.flatMap((item) => foundFactsIn(item, emails)))
  for (const { id } of ready) earlyTimes.delete(id)
  if (failures.size > 0) await storeRefusalTime()
  // The stored time says that all notifications up to it are recorded, so it is stored last.
  await storeLatestTime(ready.filter(({ id, notification }) => notification.isExpected && !failures.has(id)))
  const isUnmatched = ({ notification }: IdentifiedNotification): boolean =>
    notification.fact !== null && !emails.has(notification.about)
  return { early, unmatched: new Set(ready.filter(isUnmatched).map(({ id }) => id)), failures }
}

/** A fact of a notification, and the email that the fact is about, as it was read. */
interface FoundFact {
  id: string
  fact: EmailFact
  email: EmailRecord
}

/**
 * Whether the outcome of a message's submission is about to be recorded. Notifications about the message wait for that,
 * because two transactions that write the same message would conflict.
 */
function isLeaving({ status, claimedAt }: EmailRecord): boolean {
  if (status !== 'SENDING') return false
  return (claimedAt?.getTime() ?? 0) > databaseNow().getTime() - RECORDED_WITHIN_MS
}

/**
 * Whether a message that is not found may be found soon. A notification without our tags and our Message-ID has only
 * the provider's id, which is recorded with the outcome of the submission.
 */
function mayBeFound({ about, sentAt }: ParsedNotification): boolean {
  if (about.tags !== null || about.emailId !== null) return false
  return sentAt.getTime() > databaseNow().getTime() - RECORDED_WITHIN_MS
}

/** The fact of a notification; none when its message has the fact already. */
function foundFactsIn(
  { id, notification }: IdentifiedNotification,
  emails: ReadonlyMap<MailReference, EmailRecord>,
): FoundFact[] {
  const email = emails.get(notification.about)
  if (!email || !notification.fact) return []
  const fact: EmailFact = { ...notification.fact, projectId: email.projectId, emailId: email._id }
  return applyFact(email, fact) ? [{ id, fact, email }] : []
}

async function applyAll(found: readonly FoundFact[]): Promise<NotificationOutcomes['failures']> {
  try {
    await record(found, BATCH_LIMIT_MS)
    return new Map()
  } catch (error) {
    if (isMongodbUnavailable(error) && !isContention(error)) throw error
  }
  const failures = new Map<string, unknown>()
  await mapConcurrent(found, SINGLES_CONCURRENCY, async (item) => {
    try {
      await record([item], SINGLE_LIMIT_MS)
    } catch (error) {
      failures.set(item.id, error)
    }
  })
  return failures
}

async function record(found: readonly FoundFact[], timeLimitMs: number): Promise<void> {
  // The email stores that the contact was unsubscribed, so the contact is written first.
  for (const { fact, email } of found) {
    if (fact.kind !== 'unsubscribed') continue
    const { projectId, contactId, _id: emailId } = email
    await chooseByEmail({ projectId, contactId, emailId }, { subscribed: false, source: 'provider' })
  }
  const facts = found.map(({ fact }) => fact)
  await recordEmailFacts(facts, { read: found.map(({ email }) => email), timeLimitMs })
}

async function storeLatestTime(items: readonly IdentifiedNotification[]): Promise<void> {
  const appliedMs = Math.max(0, ...items.map(({ notification }) => notification.sentAt.getTime()))
  earlyTimes.purgeStale()
  const latestMs = [...earlyTimes.values()].reduce((least, ms) => Math.min(least, ms - 1), appliedMs)
  // One write a second is enough: a later time includes the earlier ones.
  if (latestMs <= 0 || Date.now() - storedAt < STORE_EVERY_MS) return
  storedAt = Date.now()
  await NotificationTimes.updateOne({ _id: 'email' }, { $max: { latestSentAt: new Date(latestMs) } }, { upsert: true })
}

/**
 * Records that a notification could not be applied. Until a later time, the resolution of an unknown outcome must not
 * conclude from the notifications of other messages, because the refused one may be about its message.
 */
export async function storeRefusalTime(): Promise<void> {
  await NotificationTimes.updateOne({ _id: 'email' }, { $max: { refusedAt: databaseNow() } }, { upsert: true })
}

import { LRUCache } from 'lru-cache'
import { applyFact, type EmailFact } from '../../models/domain/email-facts.js'
import { readSesEvent, type MailReference, type ProviderReport } from '../../models/domain/ses-event.js'
import type { EmailRecord } from '../../models/email.js'
import { NotificationTimes } from '../../models/notification-times.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { isContention } from '../../runtime/mongodb/contention.js'
import { findReported } from './find-reported.js'
import { isMachineAgent } from './machine-agents.js'
import { recordEmailFacts } from './record-email-facts.js'
import { unsubscribeByEmail } from './unsubscribe-by-email.js'

const STORE_EVERY_MS = 1_000
const BATCH_LIMIT_MS = 2_000
const SINGLE_LIMIT_MS = 1_000
const SINGLES_CONCURRENCY = 10
const MAX_HELD = 5_000
// A worker that lives records the outcome of a submission within this time of its claim, unless the provider is slow.
const RECORDED_WITHIN_MS = 5_000
let storedAt = 0
// The times of the reports that this process holds until the submission of their messages is recorded, by notification.
const held = new LRUCache<string, number>({ max: MAX_HELD, ttl: 2 * RECORDED_WITHIN_MS })

/** A notification of the provider: its own id, and the event as the provider wrote it. */
export interface ProviderNotification {
  id: string
  message: string
}

/** What came of reports; those whose ids are in neither set and not in `failures` are applied. */
export interface Applied {
  /** The ids of those that tell of a message whose submission is being recorded. */
  early: Set<string>
  /** The ids of those that are about no email of ours. */
  unmatched: Set<string>
  /** The errors of those that could not be applied, by id. */
  failures: Map<string, unknown>
}

/** A report on one of our messages, with the id by which its repetitions are known. */
export interface IdentifiedReport {
  id: string
  report: ProviderReport
}

/** Applies notifications of SES; see `applyReports`. What is no event of a sent message counts as unmatched. */
export async function applyNotifications(notifications: readonly ProviderNotification[]): Promise<Applied> {
  const read = new Map(notifications.map(({ id, message }) => [id, readReport(message, id)]))
  const applied = await applyReports([...read].flatMap(([id, report]) => (report ? [{ id, report }] : [])))
  for (const [id, report] of read) if (!report) applied.unmatched.add(id)
  return applied
}

/**
 * Applies reports together: records their facts about our messages, and the time of the latest expected one, by
 * which unknown outcomes are resolved. When a transaction that a dead process left open locks the rows of one message,
 * each report is applied by itself, so that one cannot hold up the others. Repeating any of it changes nothing. Throws
 * when MongoDB is unavailable.
 */
export async function applyReports(items: readonly IdentifiedReport[]): Promise<Applied> {
  const emails = await findReported(items.flatMap(({ report }) => (report.fact ? report.about : [])))
  const isEarly = ({ report }: IdentifiedReport): boolean => {
    const email = emails.get(report.about)
    return email ? isLeaving(email) : report.fact !== null && mayBeFound(report)
  }
  const early = new Set(items.filter(isEarly).map(({ id }) => id))
  const ready = items.filter((item) => !isEarly(item))
  for (const { id, report } of items) if (early.has(id)) held.set(id, report.sentAt.getTime())
  const failures = await applyTogether(ready.flatMap((item) => foundFactsIn(item, emails)))
  for (const { id } of ready) held.delete(id)
  if (failures.size > 0) await storeRefusalTime()
  // The stored time says that all notifications up to it are recorded, so it is stored last.
  await storeLatestTime(ready.filter(({ id, report }) => report.isExpected && !failures.has(id)))
  const isUnmatched = ({ report }: IdentifiedReport): boolean => report.fact !== null && !emails.has(report.about)
  return { early, unmatched: new Set(ready.filter(isUnmatched).map(({ id }) => id)), failures }
}

/** A fact of a notification, and the email that it concerns as it was read. */
interface FoundFact {
  id: string
  fact: EmailFact
  email: EmailRecord
}

/**
 * Whether the submission of a message is about to be recorded. What the provider tells of it can wait for that: two
 * transactions that write the same message would only repeat each other's work.
 */
function isLeaving({ status, claimedAt }: EmailRecord): boolean {
  if (status !== 'SENDING') return false
  return (claimedAt?.getTime() ?? 0) > databaseNow().getTime() - RECORDED_WITHIN_MS
}

/**
 * Whether a message that is not found may be found in a moment: a report without our tags and our Message-ID names the
 * provider's id alone, which is recorded with the outcome of the submission.
 */
function mayBeFound({ about, sentAt }: ProviderReport): boolean {
  if (about.tags !== null || about.emailId !== null) return false
  return sentAt.getTime() > databaseNow().getTime() - RECORDED_WITHIN_MS
}

/** The fact of a report, unless its message reflects it already, so that there is nothing to write. */
function foundFactsIn({ id, report }: IdentifiedReport, emails: ReadonlyMap<MailReference, EmailRecord>): FoundFact[] {
  const email = emails.get(report.about)
  if (!email || !report.fact) return []
  const fact: EmailFact = { ...report.fact, projectId: email.projectId, emailId: email._id }
  return fact.kind === 'unsubscribed' || applyFact(email, fact) ? [{ id, fact, email }] : []
}

async function applyTogether(found: readonly FoundFact[]): Promise<Applied['failures']> {
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
  const facts = found.map(({ fact }) => fact)
  await recordEmailFacts(facts, { read: found.map(({ email }) => email), timeLimitMs })
  for (const { fact, email } of found) {
    if (fact.kind !== 'unsubscribed') continue
    const { projectId, contactId, _id: emailId } = email
    await unsubscribeByEmail({ projectId, contactId, emailId, source: 'provider' })
  }
}

async function storeLatestTime(items: readonly IdentifiedReport[]): Promise<void> {
  // A time to come proves nothing: no message can have been sent then.
  const now = databaseNow().getTime()
  const times = items.map(({ report }) => report.sentAt.getTime()).filter((ms) => ms <= now)
  const appliedMs = Math.max(0, ...times)
  held.purgeStale()
  const latestMs = [...held.values()].reduce((least, ms) => Math.min(least, ms - 1), appliedMs)
  // Under load, storing the time once a second proves as much as storing it a thousand times.
  if (latestMs <= 0 || Date.now() - storedAt < STORE_EVERY_MS) return
  storedAt = Date.now()
  await NotificationTimes.updateOne({ _id: 'email' }, { $max: { latestSentAt: new Date(latestMs) } }, { upsert: true })
}

/** The outcome of a message must not be judged by the events of others while its own may be among the refused. */
export async function storeRefusalTime(): Promise<void> {
  await NotificationTimes.updateOne({ _id: 'email' }, { $max: { refusedAt: databaseNow() } }, { upsert: true })
}

function readReport(message: string, key: string): ProviderReport | null {
  return readSesEvent(parse(message), { key, receivedAt: databaseNow(), isMachine: isMachineAgent })
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message) as unknown
  } catch {
    return null
  }
}

import { LRUCache } from 'lru-cache'
import { applyFact, type EmailFact } from '../../models/domain/email-facts.js'
import { readSesEvent, type SesReport } from '../../models/domain/ses-event.js'
import { Email, type EmailRecord } from '../../models/email.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { ProviderSignal } from '../../models/provider-signal.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { isWriteConflict } from '../../runtime/mongodb/write-conflict.js'
import { isMachineAgent } from './machine-agents.js'
import { recordEmailFacts } from './record-email-facts.js'

const SIGNAL_EVERY_MS = 1_000
const BATCH_LIMIT_MS = 2_000
const SINGLE_LIMIT_MS = 1_000
const SINGLES_CONCURRENCY = 10
const MAX_HELD = 5_000
// A worker that lives records the outcome of a hand-over within this time of its claim, unless the provider is slow.
const RECORDED_WITHIN_MS = 5_000
let signalledAt = 0
// The times of the reports that this process holds until the hand-over of their messages is recorded, by notification.
const held = new LRUCache<string, number>({ max: MAX_HELD, ttl: 2 * RECORDED_WITHIN_MS })

/** A notification of the provider: its own id, and the event as the provider wrote it. */
export interface ProviderNotification {
  id: string
  message: string
}

/** What came of notifications; those that are in neither set of ids are applied. */
export interface Applied {
  /** What they set off. */
  entries: OutboxEntry[]
  /** The ids of those that tell of a message whose hand-over is being recorded, or that is about to be stored. */
  early: Set<string>
  /** The errors of those that could not be applied, by id. */
  failures: Map<string, unknown>
}

/** A notification, and the report on one of our messages that it holds. */
interface Item {
  id: string
  report: SesReport
}

/**
 * Applies notifications together: records their facts about our messages, and the time of the latest report as a signal
 * for messages with an unknown outcome. When a transaction that a dead process left open locks the rows of one message,
 * each notification is applied by itself, so that one cannot hold up the others. Repeating any of it changes nothing.
 * Throws when MongoDB is unavailable.
 */
export async function applyNotifications(notifications: readonly ProviderNotification[]): Promise<Applied> {
  const reports = new Map(notifications.map(({ id, message }) => [id, readReport(message, id)]))
  const items = [...reports].flatMap(([id, report]) => (report ? [{ id, report }] : []))
  const emails = await findEmails(items.flatMap(({ report }) => report.fact ?? []))
  const isEarly = ({ report }: Item): boolean => {
    const email = emails.get(report.emailId)
    return email ? isLeaving(email) : report.fact !== null && mayBeStored(report)
  }
  const early = new Set(items.filter(isEarly).map(({ id }) => id))
  const ready = items.filter((item) => !isEarly(item))
  for (const { id, report } of items) if (early.has(id)) held.set(id, report.sentAt.getTime())
  const { entries, failures } = await applyTogether(
    ready.filter((item) => isNews(item, emails)),
    [...emails.values()],
  )
  for (const { id } of ready) held.delete(id)
  if (failures.size > 0) await signalRefusal()
  // The signal says that what the provider told up to then is recorded, so that it comes last.
  await signal(ready.filter(({ id }) => !failures.has(id)))
  return { entries, early, failures }
}

type KnownEmails = ReadonlyMap<string, EmailRecord>

async function findEmails(facts: EmailFact[]): Promise<KnownEmails> {
  if (facts.length === 0) return new Map()
  const ids = facts.map(({ emailId }) => emailId)
  const projectIds = [...new Set(facts.map(({ projectId }) => projectId))]
  const emails = await Email.find({ _id: { $in: ids }, projectId: { $in: projectIds } })
    .batchSize(ids.length + 1)
    .lean()
  return new Map(emails.map((email) => [email._id, email]))
}

/**
 * Whether the hand-over of a message is about to be recorded. What the provider tells of it can wait for that: two
 * transactions that write the same message would only repeat each other's work.
 */
function isLeaving({ status, claimedAt }: EmailRecord): boolean {
  if (status !== 'SENDING') return false
  return (claimedAt?.getTime() ?? 0) > databaseNow().getTime() - RECORDED_WITHIN_MS
}

/**
 * Whether a message that is not stored may be stored yet. Workers of earlier versions, beside which this one serves during
 * an upgrade, store a campaign's messages after their hand-over, a group at a time.
 */
function mayBeStored({ sentAt }: SesReport): boolean {
  return sentAt.getTime() > databaseNow().getTime() - RECORDED_WITHIN_MS
}

/** Whether a message does not reflect the fact of a notification already, so that there is something to write. */
function isNews({ report: { fact } }: Item, emails: KnownEmails): boolean {
  if (!fact) return false
  const email = emails.get(fact.emailId)
  return email?.projectId === fact.projectId && applyFact(email, fact) !== null
}

async function applyTogether(items: readonly Item[], emails: EmailRecord[]): Promise<Omit<Applied, 'early'>> {
  try {
    return { entries: await record(items, emails, BATCH_LIMIT_MS), failures: new Map() }
  } catch (error) {
    if (isMongodbUnavailable(error) && !isWriteConflict(error)) throw error
  }
  const entries: OutboxEntry[] = []
  const failures = new Map<string, unknown>()
  await mapConcurrent(items, SINGLES_CONCURRENCY, async (item) => {
    try {
      entries.push(...(await record([item], emails, SINGLE_LIMIT_MS)))
    } catch (error) {
      failures.set(item.id, error)
    }
  })
  return { entries, failures }
}

async function record(items: readonly Item[], read: EmailRecord[], timeLimitMs: number): Promise<OutboxEntry[]> {
  const facts = items.map(({ report }) => report.fact).filter((fact): fact is EmailFact => fact !== null)
  return recordEmailFacts(facts, { read, timeLimitMs })
}

async function signal(items: readonly Item[]): Promise<void> {
  const appliedMs = Math.max(0, ...items.map(({ report }) => report.sentAt.getTime()))
  held.purgeStale()
  const latestMs = [...held.values()].reduce((least, ms) => Math.min(least, ms - 1), appliedMs)
  // Under load one signal a second proves as much as a thousand.
  if (latestMs === 0 || Date.now() - signalledAt < SIGNAL_EVERY_MS) return
  signalledAt = Date.now()
  await ProviderSignal.updateOne({ _id: 'email' }, { $max: { latestSentAt: new Date(latestMs) } }, { upsert: true })
}

/** The outcome of a message must not be judged by the events of others while its own may be among the refused. */
export async function signalRefusal(): Promise<void> {
  await ProviderSignal.updateOne({ _id: 'email' }, { $max: { refusedAt: databaseNow() } }, { upsert: true })
}

function readReport(message: string, key: string): SesReport | null {
  return readSesEvent(parse(message), key, { receivedAt: databaseNow(), isMachine: isMachineAgent })
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message) as unknown
  } catch {
    return null
  }
}

import type { EmailFact } from '../../models/domain/email-facts.js'
import { readSesEvent, type SesReport } from '../../models/domain/ses-event.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { createBatchedInsert } from '../../runtime/mongodb/batched-insert.js'
import { newMark, type OutboxEntry } from '../../models/outbox-entry.js'
import { isMachineAgent } from './machine-agents.js'
import { Notification } from '../../models/notification.js'
import { ProviderSignal } from '../../models/provider-signal.js'
import { findUnstored } from '../campaigns/open-claims.js'
import { recordEmailFacts } from './record-email-facts.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

const SIGNAL_EVERY_MS = 1_000
const BATCH_LIMIT_MS = 2_000
const SINGLE_LIMIT_MS = 1_000
const SINGLES_CONCURRENCY = 10
let signalledAt = 0

/** The entries that applied notifications set off, and the ids of those that have to be applied a moment later. */
export interface Applied {
  entries: OutboxEntry[]
  early: string[]
}

/** One stored notification, and the report on one of our messages that it holds. */
interface Item {
  id: string
  report: SesReport | null
}

/** Stores a notification of the provider before its request is answered; a repeated notification changes nothing. */
export async function storeNotification(id: string, message: string): Promise<OutboxEntry> {
  const emailId = readReport(message, id)?.emailId ?? null
  try {
    await insertNotification({ _id: id, message, emailId, receivedAt: new Date(), dispatch: newMark() })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  return { kind: 'notification', projectId: '', id }
}

const insertNotification = createBatchedInsert(Notification)

/**
 * Applies stored notifications together: records their facts about our messages, and the time of the latest report
 * as a signal for messages with an unknown outcome. When a transaction that a dead process left open locks the rows of
 * one message, each notification is applied by itself, so that one cannot hold up the others; one that still cannot be
 * applied stays for the poller. A notification that arrives before its campaign message is stored is returned in
 * `early`. Repeating any of it changes nothing.
 */
export async function applyNotifications(ids: string[]): Promise<Applied> {
  const stored = await Notification.find({ _id: { $in: ids }, 'dispatch.state': 'pending' }).lean()
  const items = stored.map(({ _id, message }) => ({ id: _id, report: readReport(message, _id) }))
  await signal(items.flatMap(({ report }) => (report ? [report] : [])))
  const unstored = await findUnstored(items.flatMap(({ report }) => report?.fact ?? []))
  const isEarly = ({ report }: Item): boolean => report !== null && unstored.has(report.emailId)
  const early = items.filter(isEarly).map(({ id }) => id)
  const ready = items.filter((item) => !isEarly(item))
  try {
    return { entries: await applyTogether(ready, BATCH_LIMIT_MS), early }
  } catch (error) {
    if (ready.length === 1) throw error
    return { entries: await applySingly(ready), early }
  }
}

async function applyTogether(items: Item[], timeLimitMs: number): Promise<OutboxEntry[]> {
  if (items.length === 0) return []
  const facts = items.map(({ report }) => report?.fact ?? null).filter((fact): fact is EmailFact => fact !== null)
  const entries = await recordEmailFacts(facts, { timeLimitMs })
  await Notification.updateMany(
    { _id: { $in: items.map(({ id }) => id) } },
    { $unset: { dispatch: 1 }, $set: { message: null } },
  )
  return entries
}

async function applySingly(items: Item[]): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = []
  await mapConcurrent(items, SINGLES_CONCURRENCY, async (item) => {
    // A notification that fails keeps its entry, and the poller tries it again.
    entries.push(...(await applyTogether([item], SINGLE_LIMIT_MS).catch(() => [])))
  })
  return entries
}

async function signal(report: SesReport[]): Promise<void> {
  const latestMs = Math.max(0, ...report.map(({ sentAt }) => sentAt.getTime()))
  // Under load one signal a second proves as much as a thousand.
  if (latestMs === 0 || Date.now() - signalledAt < SIGNAL_EVERY_MS) return
  signalledAt = Date.now()
  await ProviderSignal.updateOne({ _id: 'email' }, { $max: { latestSentAt: new Date(latestMs) } }, { upsert: true })
}

function readReport(message: string | null, key: string): SesReport | null {
  return readSesEvent(parse(message), key, { receivedAt: databaseNow(), isMachine: isMachineAgent })
}

function parse(message: string | null): unknown {
  try {
    return message === null ? null : (JSON.parse(message) as unknown)
  } catch {
    return null
  }
}

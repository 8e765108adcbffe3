import type { EmailFact } from '../../models/domain/email-facts.js'
import { readSesEvent, type SesNews } from '../../models/domain/ses-event.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { createBatchedInsert } from '../../runtime/mongodb/batched-insert.js'
import { newMark, type OutboxEntry } from '../../models/outbox-entry.js'
import { isMachineAgent } from './machine-agents.js'
import { Notification } from '../../models/notification.js'
import { ProviderSignal } from '../../models/provider-signal.js'
import { findUnstored } from '../campaigns/open-claims.js'
import { recordEmailFacts } from './record-email-facts.js'

const SIGNAL_EVERY_MS = 1_000
const BATCH_LIMIT_MS = 2_000
const SINGLE_LIMIT_MS = 1_000
const SINGLES_AT_ONCE = 10
let signalledAt = 0

/** What applying notifications came to: what it set off, and those that were left for a moment later. */
export interface Applied {
  entries: OutboxEntry[]
  early: string[]
}

/** One stored notification, and what it says of a message of ours. */
interface Item {
  id: string
  news: SesNews | null
}

/** Stores a notification of the provider before it is answered; a repeated one changes nothing. */
export async function storeNotification(id: string, message: string): Promise<OutboxEntry> {
  const emailId = readNews(message, id)?.emailId ?? null
  try {
    await insertNotification({ _id: id, message, emailId, receivedAt: new Date(), dispatch: newMark() })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  return { kind: 'notification', projectId: '', id }
}

const insertNotification = createBatchedInsert(Notification)

/**
 * Applies stored notifications together: what they say of our messages is recorded, and that such news comes
 * in at all is noted for messages in doubt. When the rows of one message are held by a transaction that a dead
 * process left open, each is applied by itself, so that one cannot hold up the others; what still cannot be
 * applied stays for the poller. Those that are faster than our own note of a campaign's message are left too.
 * Repeating any of it changes nothing.
 */
export async function applyNotifications(ids: string[]): Promise<Applied> {
  const stored = await Notification.find({ _id: { $in: ids }, 'dispatch.state': 'pending' }).lean()
  const items = stored.map(({ _id, message }) => ({ id: _id, news: readNews(message, _id) }))
  await signal(items.flatMap(({ news }) => (news ? [news] : [])))
  const unstored = await findUnstored(items.flatMap(({ news }) => news?.fact ?? []))
  const isEarly = ({ news }: Item): boolean => news !== null && unstored.has(news.emailId)
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
  const facts = items.map(({ news }) => news?.fact ?? null).filter((fact): fact is EmailFact => fact !== null)
  const entries = await recordEmailFacts(facts, { timeLimitMs })
  await Notification.updateMany(
    { _id: { $in: items.map(({ id }) => id) } },
    { $unset: { dispatch: 1 }, $set: { message: null } },
  )
  return entries
}

async function applySingly(items: Item[]): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = []
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) {
      // One that fails keeps its entry; the next sweep tries it again.
      entries.push(...(await applyTogether([item], SINGLE_LIMIT_MS).catch(() => [])))
    }
  }
  await Promise.all(Array.from({ length: SINGLES_AT_ONCE }, lane))
  return entries
}

async function signal(news: SesNews[]): Promise<void> {
  const latestMs = Math.max(0, ...news.map(({ sentAt }) => sentAt.getTime()))
  // Under load one note a second proves as much as a thousand.
  if (latestMs === 0 || Date.now() - signalledAt < SIGNAL_EVERY_MS) return
  signalledAt = Date.now()
  await ProviderSignal.updateOne({ _id: 'email' }, { $max: { latestSentAt: new Date(latestMs) } }, { upsert: true })
}

function readNews(message: string | null, key: string): SesNews | null {
  return readSesEvent(parse(message), key, { receivedAt: new Date(), isMachine: isMachineAgent })
}

function parse(message: string | null): unknown {
  try {
    return message === null ? null : (JSON.parse(message) as unknown)
  } catch {
    return null
  }
}

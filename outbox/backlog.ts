import type { Model } from 'mongoose'
import { OUTBOX_KINDS, type OutboxKind } from '../models/outbox-entry.js'
import { databaseNow } from '../runtime/mongodb/clock.js'
import { carriers, type Carrier } from './entries.js'

/** The entries that wait in the outbox of the whole installation. */
export interface OutboxBacklog {
  waiting: number
  /** The kinds of which entries wait. */
  kinds: { kind: OutboxKind; count: number }[]
  /** How long the oldest has waited. */
  oldestSeconds: number
}

const MAX_TIME_MS = 3_000
const LOOKED_AT = 1_000
// Documents that are stored once and carry their entry from the beginning. A poller renews the time of an entry when it
// takes the entry over, so that only these tell how long they have waited in all.
const BORN_WITH_ENTRY: readonly OutboxKind[] = ['email', 'event', 'eventBatch', 'wait', 'job']

/** Counts what waits, from the indexes of the poller. The query spans all projects on purpose. */
export async function outboxBacklog(): Promise<OutboxBacklog> {
  const all = await Promise.all(OUTBOX_KINDS.map(backlogOf))
  const oldest = Math.min(...all.map(({ oldest }) => oldest))
  const kinds = all.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count }))
  return {
    waiting: kinds.reduce((sum, { count }) => sum + count, 0),
    kinds,
    oldestSeconds: Number.isFinite(oldest) ? Math.max(0, Math.round((databaseNow().getTime() - oldest) / 1_000)) : 0,
  }
}

async function backlogOf(kind: OutboxKind): Promise<{ kind: OutboxKind; count: number; oldest: number }> {
  const model: Model<Carrier> = carriers[kind]
  const isWaiting = { 'dispatch.state': 'pending' as const }
  const limits = { maxTimeMS: MAX_TIME_MS }
  const [count, first] = await Promise.all([
    model.countDocuments({ ...isWaiting, 'dispatch.since': { $gt: new Date(0) } }, limits),
    model
      .find({ ...isWaiting, 'dispatch.since': { $gt: new Date(0) } }, { 'dispatch.since': 1, createdAt: 1 }, limits)
      .sort({ 'dispatch.since': 1 })
      .limit(LOOKED_AT)
      .lean<{ dispatch: { since: Date }; createdAt?: Date }[]>(),
  ])
  const isBornWithEntry = BORN_WITH_ENTRY.includes(kind)
  const times = first.map(({ dispatch, createdAt }) =>
    Math.min(dispatch.since.getTime(), (isBornWithEntry && createdAt?.getTime()) || Infinity),
  )
  return { kind, count, oldest: Math.min(...times) }
}

import mongoose, { type Model, type QueryFilter } from 'mongoose'
import { Campaign } from '../models/campaign.js'
import { Contact } from '../models/contact.js'
import { Email } from '../models/email.js'
import { EventBatch } from '../models/event-batch.js'
import { Event } from '../models/event.js'
import { Execution } from '../models/execution.js'
import { newId } from '../runtime/ids.js'
import type { OutboxMark, OutboxEntry, OutboxKind } from '../models/outbox-entry.js'
import { Job } from '../models/job.js'
import { Wait } from '../models/wait.js'
import { Workflow } from '../models/workflow.js'
import { databaseNow } from '../runtime/mongodb/clock.js'

/** A document that carries an outbox entry. */
export interface Carrier {
  _id: string
  projectId?: string
  dispatch?: OutboxMark
}

/** The models whose documents carry entries. */
export const carriers = {
  email: Email,
  event: Event,
  eventBatch: EventBatch,
  contact: Contact,
  execution: Execution,
  wait: Wait,
  campaign: Campaign,
  job: Job,
  workflow: Workflow,
} as unknown as Record<OutboxKind, Model<Carrier>>

/** For this long pollers leave an entry to the process that stored it. */
export const FRESH_MS = 5_000

/**
 * Claims up to `limit` entries of one kind that have not been dispatched for `olderThanMs`. Their time is renewed, so that
 * concurrent pollers claim different entries. The query spans all projects on purpose.
 */
export async function claimStaleEntries(kind: OutboxKind, olderThanMs: number, limit: number): Promise<OutboxEntry[]> {
  // A process that has just started may not be connected yet.
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return []
  const model = carriers[kind]
  const isStale: QueryFilter<Carrier> = {
    'dispatch.state': 'pending',
    'dispatch.since': { $lt: new Date(databaseNow().getTime() - olderThanMs) },
  }
  const stale = await model.find(isStale, { _id: 1 }).sort({ 'dispatch.since': 1 }).limit(limit).lean()
  if (stale.length === 0) return []
  const ids = stale.map(({ _id }) => _id)
  const poller = newId()
  await model.updateMany(
    { _id: { $in: ids }, ...isStale },
    [
      {
        $set: {
          'dispatch.first': { $ifNull: ['$dispatch.first', '$dispatch.since'] },
          'dispatch.since': databaseNow(),
          'dispatch.poller': poller,
        },
      },
    ],
    { timestamps: false, updatePipeline: true },
  )
  const claimed = await model
    .find({ _id: { $in: ids }, 'dispatch.poller': poller }, { projectId: 1, 'dispatch.trace': 1 })
    .lean<Carrier[]>()
  return claimed.map(({ _id, projectId = '', dispatch }) => {
    return { kind, projectId, id: _id, ...(dispatch?.trace ? { trace: dispatch.trace } : {}) }
  })
}

/** The entries that have not been dispatched yet. */
export async function stillPending(kind: OutboxKind, entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  const isWaiting = { _id: { $in: entries.map(({ id }) => id) }, 'dispatch.state': 'pending' as const }
  const waiting = new Set((await carriers[kind].find(isWaiting, { _id: 1 }).lean()).map(({ _id }) => _id))
  return entries.filter(({ id }) => waiting.has(id))
}

/** Clears the entries of dispatched documents. */
export async function clearEntries(kind: OutboxKind, ids: string[], set: Record<string, unknown> = {}): Promise<void> {
  await carriers[kind].updateMany(
    { _id: { $in: ids }, 'dispatch.state': 'pending' },
    { $unset: { dispatch: 1 }, ...(Object.keys(set).length > 0 ? { $set: set } : {}) },
    { timestamps: false },
  )
}

/** Clears one document's entry, unless a newer entry has replaced it since it was read. */
export async function clearEntry(kind: OutboxKind, id: string, dispatch: OutboxMark): Promise<void> {
  await carriers[kind].updateOne(
    { _id: id, 'dispatch.state': 'pending', 'dispatch.since': dispatch.since },
    { $unset: { dispatch: 1 } },
    { timestamps: false },
  )
}

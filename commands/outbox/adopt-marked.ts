import type mongoose from 'mongoose'
import { groupBy } from '../../models/domain/group-by.js'
import type { EventNote, OutboxKind } from '../../models/outbox-entry.js'
import { connectedDatabase } from '../../runtime/mongodb/database.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { setOff, type SetOff } from './set-off.js'

/** The kinds of documents that earlier versions marked themselves. */
type MarkedKind = Exclude<OutboxKind, 'project'>

const MARKED: Record<MarkedKind, string> = {
  email: 'emails',
  event: 'events',
  contact: 'contacts',
  execution: 'executions',
  wait: 'waits',
  campaign: 'campaigns',
  job: 'jobs',
  workflow: 'workflows',
}
const BATCHES = 'event_batches'
const SLICE_ROWS = 500
const IS_MARKED = { 'dispatch.state': 'pending' }

interface Marked extends Partial<EventNote> {
  _id: string
  projectId: string
  dispatch: { depth?: number }
}

interface Batch {
  _id: string
  projectId: string
  events: (EventNote & { _id: string })[]
}

/**
 * Gives entries in the outbox to what earlier versions left to be dispatched, and answers with how many documents there
 * were. It is for the time when no process of such a version runs any more.
 */
export async function adoptMarked(): Promise<number> {
  let adopted = 0
  for (const kind of Object.keys(MARKED) as MarkedKind[]) adopted += await adoptKind(kind)
  return adopted + (await adoptBatches())
}

async function adoptKind(kind: MarkedKind): Promise<number> {
  const collection = connectedDatabase().collection<Marked>(MARKED[kind])
  const shown = { projectId: 1, contactId: 1, name: 1, depth: 1, dispatch: 1 }
  return inSlices(
    () => collection.find(IS_MARKED, { projection: shown }).limit(SLICE_ROWS).toArray(),
    async (slice, session) => {
      const _id = { $in: slice.map((row) => row._id) }
      await collection.updateMany({ _id, ...IS_MARKED }, { $unset: { dispatch: 1 } }, { session })
      const ofProjects = [...groupBy(slice, ({ projectId }) => projectId)]
      await setOff(session, ...ofProjects.map(([projectId, rows]) => entryOf(kind, projectId, rows)))
    },
  )
}

async function adoptBatches(): Promise<number> {
  const db = connectedDatabase()
  const batches = db.collection<Batch>(BATCHES)
  const adopted = await inSlices(
    () => batches.find().limit(SLICE_ROWS).toArray(),
    async (slice, session) => {
      await batches.deleteMany({ _id: { $in: slice.map(({ _id }) => _id) } }, { session })
      const entries = slice.map(({ projectId, events }): SetOff => ({
        kind: 'event',
        projectId,
        ids: events.map(({ _id }) => _id),
        events: events.map(noteOf),
      }))
      await setOff(session, ...entries)
    },
  )
  await db.dropCollection(BATCHES)
  return adopted
}

async function inSlices<Row>(
  read: () => Promise<Row[]>,
  move: (slice: Row[], session: mongoose.ClientSession) => Promise<void>,
): Promise<number> {
  for (let count = 0; ;) {
    const slice = await read()
    if (slice.length === 0) return count
    await inTransaction((session) => move(slice, session))
    count += slice.length
  }
}

function entryOf(kind: OutboxKind, projectId: string, rows: Marked[]): SetOff {
  return {
    kind,
    projectId,
    ids: rows.map(({ _id }) => _id),
    depth: Math.max(0, ...rows.map(({ dispatch }) => dispatch.depth ?? 0)),
    ...(kind === 'event' ? { events: rows.map(noteOf) } : {}),
  }
}

function noteOf({ contactId = null, name = '', depth = 0 }: Partial<EventNote>): EventNote {
  return { contactId, name, depth }
}

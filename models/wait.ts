import { Schema } from 'mongoose'
import type { ConditionTree } from './domain/conditions/tree.js'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The states of a wait that has ended. */
export const ENDED_WAITS: WaitRecord['state'][] = ['matched', 'timed_out', 'closed']

/**
 * The wait of an execution for an event. `open → matched | timed_out | closed` is a compare-and-set, so that an event
 * and a time-out never both win. An event can end the wait if it was stored since the execution last rested, at
 * `since`.
 */
export interface WaitRecord {
  _id: string
  projectId: string
  executionId: string
  contactId: string
  stepId: string
  sequence: number
  /** The number of earlier retries of the execution; null: none. */
  retries: number | null
  eventName: string
  /** Condition on the data of the event; null: every event matches. */
  filter: ConditionTree | null
  since: Date
  /** The events of the moment `since` that the execution has already used. */
  usedEventIds: string[]
  state: 'open' | 'matched' | 'timed_out' | 'closed'
  eventId: string | null
}

const waitSchema = new Schema<WaitRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    executionId: { type: String, required: true },
    contactId: { type: String, required: true },
    stepId: { type: String, required: true },
    sequence: { type: Number, required: true },
    retries: { type: Number, default: null },
    eventName: { type: String, required: true },
    filter: { type: Schema.Types.Mixed, default: null },
    since: { type: Date, required: true },
    usedEventIds: { type: [String], default: [] },
    state: { type: String, required: true, default: 'open' },
    eventId: { type: String, default: null },
  },
  { collection: 'waits', strict: 'throw', minimize: false },
)
// One wait for each step run of an execution. DELETE /workflows/{id}/executions/{executionId}: the wait to close.
waitSchema.index({ projectId: 1, executionId: 1, sequence: 1, retries: 1 }, { unique: true })
// POST /v1/track: the open waits that an event ends.
waitSchema.index(
  { projectId: 1, contactId: 1, eventName: 1 },
  { name: 'open_waits', partialFilterExpression: { state: 'open' } },
)
// The daily purge: the waits that have ended, oldest first.
waitSchema.index(
  { projectId: 1, since: 1, _id: 1 },
  { name: 'ended_waits', partialFilterExpression: { state: { $in: ENDED_WAITS } } },
)
shardByProject(waitSchema, 'contactId')

export const Wait = ownedModel<WaitRecord>('Wait', waitSchema)

import { model, Schema } from 'mongoose'
import type { EventRecord } from './event.js'
import { newId } from '../runtime/ids.js'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/** The fields of an event by which its listeners are found: workflows and waits. */
export type EventRef = Pick<EventRecord, '_id' | 'contactId' | 'name' | 'depth'>

/**
 * Events that were stored together and are not dispatched yet, with one outbox entry for all: setting and clearing a
 * mark in each event would cost as much as the events themselves.
 */
export interface EventBatchRecord {
  _id: string
  projectId: string
  events: EventRef[]
  dispatch: OutboxMark
}

const eventBatchSchema = new Schema<EventBatchRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    events: { type: Schema.Types.Mixed, required: true },
    dispatch: { ...outboxMarkSchema, required: true },
  },
  { collection: 'event_batches', strict: 'throw' },
)
eventBatchSchema.index(...outboxMarkIndex)

export const EventBatch = model('EventBatch', eventBatchSchema)

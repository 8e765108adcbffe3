import { model, Schema } from 'mongoose'
import type { EventRecord } from './event.js'
import { newId } from '../runtime/ids.js'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/** What has to be known of an event to find out whether anything listens for it. */
export type EventRef = Pick<EventRecord, '_id' | 'contactId' | 'name' | 'depth'>

/**
 * Events that were stored together and are still to be dispatched: one entry for all of them, because for mail by the
 * thousand a mark in each event, and its removal, cost as much as the events.
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

import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** A name that a project has given to its events. System events have no such row. */
export interface EventNameRecord {
  _id: string
  projectId: string
  name: string
}

const eventNameSchema = new Schema<EventNameRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    name: { type: String, required: true },
  },
  { collection: 'event_names', strict: 'throw', minimize: false },
)
// POST /v1/track and POST /events/track: whether the project has the name, and how many it has.
eventNameSchema.index({ projectId: 1, name: 1 }, { unique: true })
shardByProject(eventNameSchema)

export const EventName = ownedModel<EventNameRecord>('EventName', eventNameSchema)

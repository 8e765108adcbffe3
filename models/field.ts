import { Schema } from 'mongoose'
import type { FieldType } from './domain/fields.js'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * A custom field of a project: its escaped key and the type of its first value. A deleted field keeps its document, so
 * that conditions on it match nothing. A new value of the key revives the field.
 */
export interface FieldRecord {
  _id: string
  projectId: string
  key: string
  type: FieldType
  deletedAt?: Date
}

const fieldSchema = new Schema<FieldRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    key: { type: String, required: true },
    type: { type: String, required: true },
    deletedAt: Date,
  },
  { collection: 'fields', strict: 'throw', minimize: false },
)
// GET /contacts/fields. The index also gives a key one type when its first values arrive concurrently.
fieldSchema.index({ projectId: 1, key: 1 }, { unique: true })
shardByProject(fieldSchema)

export const Field = ownedModel<FieldRecord>('Field', fieldSchema)

import { model, Schema } from 'mongoose'
import type { FieldType } from './domain/fields.js'
import { newId } from '../runtime/ids.js'

/**
 * A custom field that a project knows: its escaped key, the type of its first value, how many contacts have it.
 * A field that is deleted keeps its row, so that `count` stays right while its values go one after the other;
 * it is unknown again until a contact gains the key anew.
 */
export interface FieldRecord {
  _id: string
  projectId: string
  key: string
  type: FieldType
  count: number
  deletedAt?: Date
}

const fieldSchema = new Schema<FieldRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    key: { type: String, required: true },
    type: { type: String, required: true },
    count: { type: Number, required: true, default: 0 },
    deletedAt: Date,
  },
  { collection: 'fields', strict: 'throw', minimize: false },
)
// One type a key, however many first values come at once; GET /contacts/fields.
fieldSchema.index({ projectId: 1, key: 1 }, { unique: true })

export const Field = model('Field', fieldSchema)

import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/**
 * The process that does a work of the installation which one process at a time does, until `until` by the database's
 * clock. `_id` names the work.
 */
export interface WorkHolderRecord {
  _id: string
  holder: string
  until: Date
}

const workHolderSchema = new Schema<WorkHolderRecord>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { collection: 'work_holders', strict: 'throw', versionKey: false },
)
// MongoDB deletes the holders of works that no process does any more.
workHolderSchema.index({ until: 1 }, { expireAfterSeconds: 3_600 })
leaveUnsharded(workHolderSchema, INSTALLATION)

export const WorkHolder = model('WorkHolder', workHolderSchema)

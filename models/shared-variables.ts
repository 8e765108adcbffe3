import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * The variables that the emails of one request share, stored once for all recipients. They are deleted with the
 * personal data of the last recipient, and otherwise expire with the content of the emails.
 */
export interface SharedVariablesRecord {
  _id: string
  projectId: string
  /** Values that override the contact's fields, with escaped keys. */
  data: Record<string, unknown>
  headers: [string, string][]
  /** The number of emails that refer to this document. */
  emails: number
  expiresAt: Date
}

const sharedVariablesSchema = new Schema<SharedVariablesRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    data: { type: Schema.Types.Mixed, required: true },
    headers: { type: Schema.Types.Mixed, required: true },
    emails: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'shared_variables', strict: 'throw', minimize: false },
)
// MongoDB deletes variables that have expired.
sharedVariablesSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
// The reset and the deletion of a project: its variables.
sharedVariablesSchema.index({ projectId: 1 })
shardByProject(sharedVariablesSchema, '_id')

export const SharedVariables = ownedModel<SharedVariablesRecord>('SharedVariables', sharedVariablesSchema)

import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * An address that a dry run of an import has counted as new, so that a later row of the same address counts as an
 * update, as in the import itself. MongoDB deletes it at `expiresAt`.
 */
export interface CheckedAddressRecord {
  /** `<jobId>:<hash of the address>`. */
  _id: string
  projectId: string
  expiresAt: Date
}

const checkedAddressSchema = new Schema<CheckedAddressRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'checked_addresses', strict: 'throw' },
)
// The reset and the deletion of a project.
checkedAddressSchema.index({ projectId: 1 })
// MongoDB deletes the addresses of a dry run that has ended.
checkedAddressSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(checkedAddressSchema, '_id')

export const CheckedAddress = ownedModel<CheckedAddressRecord>('CheckedAddress', checkedAddressSchema)

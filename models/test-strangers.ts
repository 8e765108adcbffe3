import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * Hashes of the addresses of non-members that got test emails of a project on one day (UTC). A reset keeps the record,
 * so that it does not allow more of them.
 */
export interface TestStrangersRecord {
  /** `<projectId>:<YYYY-MM-DD>`. */
  _id: string
  projectId: string
  addresses: string[]
  expiresAt: Date
}

const testStrangersSchema = new Schema<TestStrangersRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    addresses: { type: [String], required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'test_strangers', strict: 'throw' },
)
// MongoDB deletes the addresses of past days.
testStrangersSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(testStrangersSchema)

export const TestStrangers = ownedModel<TestStrangersRecord>('TestStrangers', testStrangersSchema)

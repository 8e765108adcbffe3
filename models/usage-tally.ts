import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * Emails that a process has leased from a tally: it may accept them until `until`. Afterwards `until` is the time when
 * the process last had emails of the block that were not stored yet.
 */
export interface LeasedBlock {
  _id: string
  emails: number
  until: Date
}

/**
 * The emails of a category that a project has used up in a month, for the limit on them; only projects with a limit
 * have one. `_id` is `<projectId>:<month>:<category>`. All times are by the database's clock.
 */
export interface UsageTallyRecord {
  _id: string
  projectId: string
  /** The accepted emails and those that are leased: never fewer than the emails of the month. */
  emails: number
  /** The blocks whose emails the counters may not show yet. */
  blocks: LeasedBlock[]
  /** When the counters and the waiting emails were last read. */
  readAt: Date
  /** Since when the reads have found no waiting email and no block; null while they find some. */
  quietSince: Date | null
  /** The answer to the last lease. `isStale`: the counters have to be read before a lease. */
  answer: { granted: number; isStale: boolean; at: Date }
  /** The end of the month. */
  endsAt: Date
}

const usageTallySchema = new Schema<UsageTallyRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    emails: { type: Number, required: true },
    blocks: { type: [{ _id: String, emails: Number, until: Date }], required: true },
    readAt: { type: Date, required: true },
    quietSince: { type: Date, default: null },
    answer: { type: Schema.Types.Mixed, required: true },
    endsAt: { type: Date, required: true },
  },
  { collection: 'usage_tallies', strict: 'throw', versionKey: false },
)
// PUT /users/@me/projects/{id}/billing-limits; the deletion of a project.
usageTallySchema.index({ projectId: 1 })
// MongoDB deletes the tallies of past months.
usageTallySchema.index({ endsAt: 1 }, { expireAfterSeconds: 172_800 })
shardByProject(usageTallySchema)

export const UsageTally = ownedModel<UsageTallyRecord>('UsageTally', usageTallySchema)

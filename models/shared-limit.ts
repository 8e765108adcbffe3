import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/** What one process may use of a limit, until `until` by the database's clock. */
export interface ShareRecord {
  holder: string
  share: number
  /** Its part of an even division: what it has once the others have given up what they have beyond theirs. */
  target: number
  until: Date
}

/**
 * A limit of the installation that its processes divide among themselves, such as the connections to a mail server.
 * `_id` names the limit. The holders are in the order in which they came; `until` is the end of the last share.
 */
interface SharedLimitRecord {
  _id: string
  holders: ShareRecord[]
  until: Date
}

const shareSchema = new Schema<ShareRecord>(
  {
    holder: { type: String, required: true },
    share: { type: Number, required: true },
    target: { type: Number, required: true },
    until: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
)

const sharedLimitSchema = new Schema<SharedLimitRecord>(
  {
    _id: { type: String, required: true },
    holders: { type: [shareSchema], required: true },
    until: { type: Date, required: true },
  },
  { collection: 'shared_limits', strict: 'throw', versionKey: false },
)
// MongoDB deletes limits that no process uses any more.
sharedLimitSchema.index({ until: 1 }, { expireAfterSeconds: 3_600 })
leaveUnsharded(sharedLimitSchema, INSTALLATION)

export const SharedLimit = model('SharedLimit', sharedLimitSchema)

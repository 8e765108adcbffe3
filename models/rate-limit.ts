import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/** Points used by a key within a time window, in the schema of rate-limiter-flexible. */
interface RateLimitRecord {
  key: string
  points: number
  expire: Date
}

const rateLimitSchema = new Schema<RateLimitRecord>(
  {
    key: { type: String, required: true },
    points: { type: Number, required: true },
    expire: { type: Date, required: true },
  },
  { collection: 'rate_limits', strict: 'throw' },
)
// Every rate-limited request whose process has no leased points left.
rateLimitSchema.index({ key: 1 }, { unique: true })
// MongoDB deletes windows that have ended.
rateLimitSchema.index({ expire: 1 }, { expireAfterSeconds: 0 })
leaveUnsharded(rateLimitSchema, INSTALLATION)

export const RateLimit = model('RateLimit', rateLimitSchema)

import { model, Schema } from 'mongoose'

/** How many points of a window were taken under a key, in the shape that rate-limiter-flexible gives it. */
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
// Every limited request that finds its process without points.
rateLimitSchema.index({ key: 1 }, { unique: true })
rateLimitSchema.index({ expire: 1 }, { expireAfterSeconds: 0 })

export const RateLimit = model('RateLimit', rateLimitSchema)

import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/**
 * The shared schedule of a rate limiter, leased up to `nextAt`. `_id` names the rate of the account or of a project.
 */
interface SendScheduleRecord {
  _id: string
  nextAt: Date
  /** The time when the last leased batch of permits begins, and the time when it was leased. */
  beganAt: Date
  askedAt: Date
}

const sendScheduleSchema = new Schema<SendScheduleRecord>(
  {
    _id: { type: String, required: true },
    nextAt: { type: Date, required: true },
    beganAt: { type: Date, required: true },
    askedAt: { type: Date, required: true },
  },
  { collection: 'send_schedules', strict: 'throw' },
)
// MongoDB deletes past schedules, from which nothing is leased.
sendScheduleSchema.index({ nextAt: 1 }, { expireAfterSeconds: 60 })
leaveUnsharded(sendScheduleSchema, INSTALLATION)

export const SendSchedule = model('SendSchedule', sendScheduleSchema)

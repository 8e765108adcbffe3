import { model, Schema } from 'mongoose'

/** The shared schedule of a rate limiter, reserved up to `nextAt`. `_id` names the rate of the account or a project. */
interface SendScheduleRecord {
  _id: string
  nextAt: Date
  /** When the last reserved interval begins, and when it was reserved. */
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
// MongoDB deletes schedules in the past, which reserve nothing.
sendScheduleSchema.index({ nextAt: 1 }, { expireAfterSeconds: 60 })

export const SendSchedule = model('SendSchedule', sendScheduleSchema)

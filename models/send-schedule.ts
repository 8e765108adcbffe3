import { model, Schema } from 'mongoose'

/** Up to when the sends of a rate are spoken for. `_id` names the rate: the account's parts, or a project's. */
interface SendScheduleRecord {
  _id: string
  nextAt: Date
  /** When the last stretch that was reserved begins, and when it was asked for. */
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
// A schedule that lies behind us is as good as none.
sendScheduleSchema.index({ nextAt: 1 }, { expireAfterSeconds: 60 })

export const SendSchedule = model('SendSchedule', sendScheduleSchema)

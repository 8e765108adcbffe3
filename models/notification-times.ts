import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/**
 * Evidence that provider events arrive: the sending time of the newest message with an event, and the last time when an
 * event could not be applied, so that the provider repeats it. `_id` is `email`.
 */
export interface NotificationTimesRecord {
  _id: string
  latestSentAt?: Date
  refusedAt?: Date
}

const notificationTimesSchema = new Schema<NotificationTimesRecord>(
  { _id: { type: String, required: true }, latestSentAt: Date, refusedAt: Date },
  { collection: 'notification_times', strict: 'throw' },
)
leaveUnsharded(notificationTimesSchema, INSTALLATION)

export const NotificationTimes = model('NotificationTimes', notificationTimesSchema)

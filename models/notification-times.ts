import { model, Schema } from 'mongoose'

/**
 * Evidence that provider events arrive: when the newest message with an event was sent, and when an event could last
 * not be applied, so that the provider repeats it. `_id` is `email`.
 */
export interface NotificationTimesRecord {
  _id: string
  latestSentAt?: Date
  refusedAt?: Date
}

const notificationTimesSchema = new Schema<NotificationTimesRecord>(
  { _id: { type: String, required: true }, latestSentAt: Date, refusedAt: Date },
  // The collection keeps its first name, because a rename would need a migration.
  { collection: 'provider_signals', strict: 'throw' },
)

export const NotificationTimes = model('NotificationTimes', notificationTimesSchema)

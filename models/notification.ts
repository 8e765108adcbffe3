import { model, Schema } from 'mongoose'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/**
 * A notification of the email provider, stored before the response and applied afterwards. `_id` is the notification's
 * own id, by which a repeated one is recognised; `message` is removed once it is applied.
 */
export interface NotificationRecord {
  _id: string
  message: string | null
  /** The email that the notification is about; null when it is not ours. */
  emailId: string | null
  receivedAt: Date
  dispatch?: OutboxMark
}

const notificationSchema = new Schema<NotificationRecord>(
  {
    _id: { type: String, required: true },
    message: { type: String, default: null },
    emailId: { type: String, default: null },
    receivedAt: { type: Date, required: true },
    dispatch: outboxMarkSchema,
  },
  { collection: 'notifications', strict: 'throw', minimize: false },
)
// A provider may repeat a notification for up to 23 days (AWS SNS delivery policy). Its effects are idempotent, so that
// ids need not be kept that long.
notificationSchema.index({ receivedAt: 1 }, { expireAfterSeconds: 7 * 24 * 3600 })
// The resolution of an unknown outcome: notifications of the email that are not applied yet; empty at rest.
notificationSchema.index(
  { emailId: 1 },
  { name: 'news_of_email', partialFilterExpression: { 'dispatch.state': 'pending' } },
)
notificationSchema.index(...outboxMarkIndex)

export const Notification = model('Notification', notificationSchema)

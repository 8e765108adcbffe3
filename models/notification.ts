import { model, Schema } from 'mongoose'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/**
 * A notification of the email provider, stored before it is answered and applied after. `_id` is the
 * notification's own id, so that a repeated one is known; `message` goes once it is applied.
 */
export interface NotificationRecord {
  _id: string
  message: string | null
  /** The email it speaks of, null when it is none of ours. */
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
// A provider repeats a notification for up to 23 days (AWS SNS delivery policy); effects are idempotent beyond this.
notificationSchema.index({ receivedAt: 1 }, { expireAfterSeconds: 7 * 24 * 3600 })
// An email in doubt: whether news of it is stored and not yet applied.
notificationSchema.index(
  { emailId: 1 },
  { name: 'news_of_email', partialFilterExpression: { 'dispatch.state': 'pending' } },
)
notificationSchema.index(...outboxMarkIndex)

export const Notification = model('Notification', notificationSchema)

import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationSubject } from './domain/notification-kinds.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * Something that the members of a project are told in the dashboard: a job that ended, or a change that nobody asked
 * for. It is stored once, however often the work that causes it is repeated.
 */
export interface NotificationRecord {
  _id: string
  projectId: string
  kind: NotificationKind
  /** Names the cause, such as `job:<id>`; unique in the project. */
  key: string
  about: NotificationSubject
  /** The member who did it, and who is not told; absent: no member. */
  byUserId?: string
  createdAt: Date
  expiresAt: Date
}

const notificationSchema = new Schema<NotificationRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    kind: { type: String, enum: NOTIFICATION_KINDS, required: true },
    key: { type: String, required: true },
    about: { type: Schema.Types.Mixed, required: true },
    byUserId: String,
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'notifications', strict: 'throw', minimize: false, versionKey: false },
)
// A repeated activity: the notification of the same cause.
notificationSchema.index({ projectId: 1, key: 1 }, { unique: true })
// GET /notifications, newest first, and how many of them are unread, without those of the member's own acts.
notificationSchema.index({ projectId: 1, createdAt: -1, _id: -1, byUserId: 1 })
// MongoDB deletes notifications after 60 days.
notificationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(notificationSchema)

export const Notification = ownedModel<NotificationRecord>('Notification', notificationSchema)

import { model, Schema } from 'mongoose'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/** A session, identified by a cookie. MongoDB deletes the session when the cookie has expired. */
export interface SessionRecord {
  _id: string
  userId: string
  /** The browser's `User-Agent`. */
  userAgent: string
  /** The client's network. */
  network: string
  createdAt: Date
  /** The time of the last use, to the hour. */
  lastUsedAt: Date
  expiresAt: Date
}

const sessionSchema = new Schema<SessionRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    userAgent: { type: String, default: '' },
    network: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'sessions', strict: 'throw', versionKey: false },
)
// GET /auth/sessions, newest first.
sessionSchema.index({ userId: 1, createdAt: -1 })
// MongoDB deletes sessions that have expired.
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
leaveUnsharded(sessionSchema, DIRECTORY)

export const Session = model('Session', sessionSchema)

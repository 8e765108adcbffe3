import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'

/** A user of the dashboard. Cookies contain `sessionVersion`; increasing it ends every session. */
export interface UserRecord {
  _id: string
  email: string
  passwordHash: string
  emailVerified: boolean
  sessionVersion: number
  createdAt: Date
  updatedAt: Date
}

const userSchema = new Schema<UserRecord>(
  {
    _id: { type: String, default: newId },
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    emailVerified: { type: Boolean, required: true, default: false },
    sessionVersion: { type: Number, required: true, default: 1 },
  },
  { collection: 'users', timestamps: true, strict: 'throw', minimize: false },
)
// POST /auth/login: the account of an address.
userSchema.index({ email: 1 }, { unique: true })

export const User = model('User', userSchema)

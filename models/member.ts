import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/** Role of a member in a project: an OWNER and an ADMIN may change its settings, a MEMBER may not. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER'

/** The membership of a user in a project. */
export interface MemberRecord {
  _id: string
  projectId: string
  userId: string
  role: Role
  /** Notifications of the project up to this time are read. Missing before the user has read any. */
  notificationsReadAt?: Date
  /** Whether the member also gets mails about failures and problems of the project. Missing: no. */
  mailsNotifications?: boolean
  createdAt: Date
  updatedAt: Date
}

const memberSchema = new Schema<MemberRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    userId: { type: String, required: true },
    role: { type: String, enum: ['OWNER', 'ADMIN', 'MEMBER'], required: true },
    notificationsReadAt: Date,
    mailsNotifications: Boolean,
  },
  { collection: 'members', timestamps: true, strict: 'throw', minimize: false },
)
// Every request of a session: the check of access to a project.
memberSchema.index({ projectId: 1, userId: 1 }, { unique: true })
// GET /users/@me/projects: the projects of a user.
memberSchema.index({ userId: 1 })
leaveUnsharded(memberSchema, DIRECTORY)

export const Member = ownedModel<MemberRecord>('Member', memberSchema)

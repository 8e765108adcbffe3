import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import type { Role } from './member.js'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/** The invitation of an address to a project, until it is accepted or revoked, or expires. MongoDB then deletes it. */
export interface InvitationRecord {
  _id: string
  projectId: string
  /** Trimmed and in lower case. */
  email: string
  role: Role
  /** The hash of the mailed token, which accepts the invitation; null where the installation sends no mail to users. */
  tokenHash: string | null
  /** The member who last invited the address. */
  invitedBy: string
  /** The time when the address was last invited. */
  createdAt: Date
  expiresAt: Date
}

const invitationSchema = new Schema<InvitationRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    role: { type: String, enum: ['ADMIN', 'MEMBER'], required: true },
    tokenHash: { type: String, default: null },
    invitedBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'invitations', strict: 'throw', minimize: false },
)
// POST /projects/{id}/members: an address is invited once to a project. GET /projects/{id}/invitations.
invitationSchema.index({ projectId: 1, email: 1 }, { unique: true })
// POST /auth/accept-invitation: the invitation of a token.
invitationSchema.index({ tokenHash: 1 }, { unique: true, partialFilterExpression: { tokenHash: { $gt: '' } } })
// POST /auth/signup: the invitations of an address.
invitationSchema.index({ email: 1 })
// MongoDB deletes invitations that have expired.
invitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
leaveUnsharded(invitationSchema, DIRECTORY)

export const Invitation = ownedModel<InvitationRecord>('Invitation', invitationSchema)

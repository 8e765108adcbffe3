import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import type { Role } from './member.js'

/** A membership that an address is offered, which its account takes up once the address is proved. */
export interface InvitationRecord {
  _id: string
  projectId: string
  /** Trimmed and in lower case. */
  email: string
  role: Role
  createdAt: Date
  updatedAt: Date
}

const invitationSchema = new Schema<InvitationRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    role: { type: String, enum: ['ADMIN', 'MEMBER'], required: true },
  },
  { collection: 'invitations', timestamps: true, strict: 'throw', minimize: false },
)
// POST /projects/{id}/members: an address is invited once to a project.
invitationSchema.index({ projectId: 1, email: 1 }, { unique: true })
// POST /auth/signup: the invitations of an address.
invitationSchema.index({ email: 1 })

export const Invitation = model('Invitation', invitationSchema)

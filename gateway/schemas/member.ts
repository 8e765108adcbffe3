import { z } from 'zod'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { idOf, resourceId } from './ids.js'

const RoleField = z.enum(['OWNER', 'ADMIN', 'MEMBER']).meta({ examples: ['MEMBER'] })

/** The path of one member of a project. */
export const MemberParams = z.object({ id: resourceId('project'), userId: resourceId('member') })

/** The address to add as a member. */
export const NewMember = z
  .object({ email: EmailAddress, role: RoleField.default('MEMBER') })
  .meta({ id: 'MemberInput' })

/** The role that a member gets. */
export const MemberPatch = z.object({ role: RoleField }).meta({ id: 'MemberPatch' })

/** A member of a project. */
export const MemberResponse = z
  .object({
    userId: idOf('user'),
    email: z.string().meta({ examples: ['joan@example.com'] }),
    role: RoleField,
    createdAt: DateTime,
  })
  .meta({ id: 'Member' })

/** The outcome of adding an address: a member or an invitation. */
export const AddedMemberResponse = z
  .object({
    userId: idOf('user').nullable(),
    email: z.string().meta({ examples: ['joan@example.com'] }),
    role: RoleField,
    pending: z
      .boolean()
      .meta({ description: 'Whether the invitation is pending: not accepted, or the address not confirmed.' }),
  })
  .meta({ id: 'AddedMember' })

/** The path of one pending invitation. */
export const InvitationParams = z.object({
  id: resourceId('project'),
  invitation: z
    .string()
    .overwrite(normaliseAddress)
    .meta({
      description: 'The id of the invitation, or the invited address, URL-encoded and case-insensitive.',
      examples: ['joan@example.com'],
    }),
})

/** A pending invitation. */
const InvitationResponse = z
  .object({
    id: idOf('invitation'),
    email: z.string().meta({ examples: ['joan@example.com'] }),
    role: RoleField,
    invitedBy: idOf('user').meta({ description: 'The member who last invited the address.' }),
    createdAt: DateTime,
    expiresAt: DateTime,
  })
  .meta({ id: 'Invitation' })

/** The pending invitations of a project, the oldest first. */
export const InvitationList = z.array(InvitationResponse).meta({ id: 'InvitationList' })

/** The membership after an invitation is accepted. */
export const AcceptedInvitationResponse = z
  .object({ projectId: idOf('project'), role: RoleField })
  .meta({ id: 'AcceptedInvitation' })

/** The members of a project, the longest-standing first. */
export const MemberList = z.array(MemberResponse).meta({ id: 'MemberList' })

/** The removed member. */
export const RemovedMember = z.object({ userId: idOf('user') }).meta({ id: 'RemovedMember' })

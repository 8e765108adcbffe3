import { z } from 'zod'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { idOf, resourceId } from './ids.js'

const RoleField = z.enum(['OWNER', 'ADMIN', 'MEMBER']).meta({ examples: ['MEMBER'] })

/** The path of one member of a project. */
export const MemberParams = z.object({ id: resourceId('project'), userId: resourceId('member') })

/** An address to let join. */
export const NewMember = z.object({ email: EmailAddress, role: RoleField.default('MEMBER') }).meta({ id: 'NewMember' })

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

/** What became of an address that was let join. */
export const AddedMemberResponse = z
  .object({
    userId: idOf('user').nullable(),
    email: z.string().meta({ examples: ['joan@example.com'] }),
    role: RoleField,
    pending: z.boolean().meta({ description: 'Whether the address has yet to sign up, or to be proved.' }),
  })
  .meta({ id: 'AddedMember' })

/** The members of a project, the longest-standing first. */
export const MemberList = z.array(MemberResponse).meta({ id: 'MemberList' })

/** A member that was removed. */
export const RemovedMember = z.object({ userId: idOf('user') }).meta({ id: 'RemovedMember' })

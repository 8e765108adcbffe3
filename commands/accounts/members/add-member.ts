import { randomBytes } from 'node:crypto'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import { Member, type Role } from '../../../models/member.js'
import type { ProjectRecord } from '../../../models/project.js'
import { User } from '../../../models/user.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { hashKey } from '../../../runtime/sealed.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMail } from '../../sending/platform-mail/send-platform-mail.js'
import { storeInvitation } from './invitations.js'
import { mayNameProject, requireProved, type Inviter } from '../inviters/inviter.js'
import { joinProject } from '../../tenancy/projects/join-project.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

const TOKEN_BYTES = 32

/** An address that a member adds to a project. */
export interface MemberToAdd {
  project: Pick<ProjectRecord, '_id' | 'name' | 'language'>
  invitedBy: string
  address: string
  role: Role
}

/** The outcome for an added address. */
export interface AddedMember {
  email: string
  role: Role
  /** Null while the membership is pending. */
  userId: string | null
  pending: boolean
}

/**
 * Lets an address join a project. If the installation mails its users, the address is invited, whether or not it has an
 * account, and its owner accepts by the link in the mail. Otherwise a proved account becomes a member at once, and any
 * other address as soon as it is proved. A repeated call renews the invitation. An address that gets no mail, because
 * it was sent too many mails or has turned them away, is invited all the same, so that the answer tells nothing about
 * the address. Throws FORBIDDEN for the role OWNER, CONFLICT for a member, EMAIL_VERIFICATION_REQUIRED for an inviter
 * whose address is not proved, RATE_LIMIT_EXCEEDED, and QUOTA_EXCEEDED.
 */
export async function addMember({ address, ...given }: MemberToAdd, settings: PlatformSettings): Promise<AddedMember> {
  const { role, project } = given
  if (role === 'OWNER') throw new AppError('FORBIDDEN', 'The OWNER role cannot be assigned')
  const email = normaliseAddress(address)
  const user = await User.findOne({ email: spelledAs(email) }, { emailVerified: 1 }).lean()
  if (settings.from !== null) {
    const inviter = await requireProved(given.invitedBy, 'Confirm your email address before you invite others')
    await refuseMember(project._id, user?._id, email)
    await inviteByMail({ ...given, email, inviter }, settings)
    return { email, role, userId: null, pending: true }
  }
  await refuseMember(project._id, user?._id, email)
  if (user?.emailVerified) {
    const membership = { projectId: project._id, userId: user._id, role }
    await inTransaction((session) => joinProject(membership, session))
    return { email, role, userId: user._id, pending: false }
  }
  await storeInvitation({ projectId: project._id, email, role, tokenHash: null, invitedBy: given.invitedBy })
  return { email, role, userId: null, pending: true }
}

async function inviteByMail(
  { project, role, invitedBy, email, inviter }: Omit<MemberToAdd, 'address'> & { email: string; inviter: Inviter },
  settings: PlatformSettings,
): Promise<void> {
  const { _id: projectId, language: projectLanguage } = project
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const offer = { projectId, email, role, invitedBy }
  await sendPlatformMail(
    {
      kind: 'invite',
      to: email,
      language: chooseLanguage({ projectLanguage }),
      actorId: invitedBy,
      project: { id: projectId, name: mayNameProject(inviter) ? project.name : null },
      async page() {
        await storeInvitation({ ...offer, tokenHash: hashKey(token) })
        return { page: 'accept-invitation', token }
      },
      // A link that was mailed before stays valid.
      withoutMail: () => storeInvitation({ ...offer, tokenHash: hashKey(token) }, { keepsToken: true }),
    },
    settings,
  )
}

async function refuseMember(projectId: string, userId: string | undefined, email: string): Promise<void> {
  if (userId === undefined || !(await Member.exists({ projectId, userId }))) return
  throw new AppError('CONFLICT', `${email} is already a member`)
}

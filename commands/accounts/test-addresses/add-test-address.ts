import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import type { ProjectRecord } from '../../../models/project.js'
import { TestAddress, type TestAddressRecord } from '../../../models/test-address.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { hashKey } from '../../../runtime/sealed.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { lockProject } from '../../base/records/project-state.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMail } from '../../sending/platform-mail/send-platform-mail.js'
import { isMemberAddress, unexpired } from '../../tenancy/projects/test-receivers.js'
import { mayNameProject, requireProved } from '../inviters/inviter.js'

/** The most test addresses of a project, pending ones included. */
export const MAX_TEST_ADDRESSES = 5

const TOKEN_BYTES = 32
const LIFETIME_MS = 7 * 86_400_000
const RESENT_AFTER_MS = 3_600_000

/** An address that a member adds. */
export interface AddressToAdd {
  project: Pick<ProjectRecord, '_id' | 'name' | 'language'>
  addedBy: string
  address: string
}

/**
 * Adds an address that gets test emails of a project once its owner confirms it by a mailed link. A repeated call for a
 * pending address sends the mail again, at most once an hour, and changes nothing for a confirmed one. If the
 * installation sends no mail to users, the address counts as confirmed. An address that gets no mail, because it was
 * sent too many or has turned them away, is pending all the same, so that the answer tells nothing about the address.
 * Throws CONFLICT for a member's address, EMAIL_VERIFICATION_REQUIRED for a user whose address is not proved,
 * RATE_LIMIT_EXCEEDED, and QUOTA_EXCEEDED.
 */
export async function addTestAddress(
  { project, addedBy, address }: AddressToAdd,
  settings: PlatformSettings,
): Promise<TestAddressRecord> {
  const { _id: projectId, language: projectLanguage } = project
  const email = normaliseAddress(address)
  if (await isMemberAddress(projectId, email)) {
    throw new AppError('CONFLICT', `${email} belongs to a project member, who can get test emails already`)
  }
  const ref = { projectId, email, addedBy }
  if (settings.from === null) return store(ref, { tokenHash: null, isConfirmed: true })
  const user = await requireProved(addedBy, 'Confirm your email address before you add others')
  const before = await TestAddress.findOne({ projectId, email, ...unexpired() }).lean()
  if (before?.confirmedAt) return before
  if (before) refuseSoon(before)
  else await requireRoom(projectId)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const pending = { tokenHash: hashKey(token), isConfirmed: false }
  await sendPlatformMail(
    {
      kind: 'testAddress',
      to: email,
      language: chooseLanguage({ projectLanguage }),
      actorId: addedBy,
      project: { id: projectId, name: mayNameProject(user) ? project.name : null },
      async page() {
        await store(ref, pending)
        return { page: 'confirm-test-address', token }
      },
      // A link that was mailed before stays valid.
      withoutMail: async () => void (await store(ref, { ...pending, keepsToken: true })),
    },
    settings,
  )
  return TestAddress.findOne({ projectId, email }).orFail().lean()
}

function refuseSoon({ requestedAt }: TestAddressRecord): void {
  const waitMs = requestedAt.getTime() + RESENT_AFTER_MS - Date.now()
  if (waitMs <= 0) return
  throw new AppError('RATE_LIMIT_EXCEEDED', 'This address was sent a link within the last hour. Try again later', {
    details: { limit: 'address', retryAfter: Math.ceil(waitMs / 1_000) },
  })
}

async function store(
  { projectId, email, addedBy }: { projectId: string; email: string; addedBy: string },
  {
    tokenHash,
    isConfirmed,
    keepsToken = false,
  }: { tokenHash: string | null; isConfirmed: boolean; keepsToken?: boolean },
): Promise<TestAddressRecord> {
  const work = async (session: ClientSession): Promise<TestAddressRecord> => {
    await lockProject(projectId, session)
    const now = new Date()
    const before = await TestAddress.findOne({ projectId, email }, null, { session }).lean()
    if (before?.confirmedAt) return before
    const isPending = before?.expiresAt !== undefined && before.expiresAt > now
    if (!isPending) await requireRoom(projectId, session)
    const expiry = isConfirmed ? { $unset: { expiresAt: 1 } } : {}
    const set = {
      addedBy,
      requestedAt: now,
      confirmedAt: isConfirmed ? now : null,
      ...(isPending && keepsToken ? {} : { tokenHash }),
      ...(isPending ? {} : { createdAt: now }),
      ...(isConfirmed ? {} : { expiresAt: new Date(now.getTime() + LIFETIME_MS) }),
    }
    return TestAddress.findOneAndUpdate(
      { projectId, email },
      { $set: set, ...expiry },
      { upsert: true, session, returnDocument: 'after' },
    )
      .orFail()
      .lean()
  }
  return retryOnDuplicateKey(() => inQuotaTransaction(projectId, work))
}

async function requireRoom(projectId: string, session: ClientSession | null = null): Promise<void> {
  const used = await TestAddress.countDocuments({ projectId, ...unexpired() }).session(session)
  if (used < MAX_TEST_ADDRESSES) return
  throw new AppError('QUOTA_EXCEEDED', `A project can have at most ${MAX_TEST_ADDRESSES} test addresses`, {
    details: { limit: MAX_TEST_ADDRESSES, used },
    suggestion: 'Remove a test address you no longer use',
  })
}

import { normaliseAddress } from '../../../models/domain/addresses.js'
import { invalid, type AppError, type FieldError } from '../../../models/domain/errors.js'
import { Member } from '../../../models/member.js'
import { TestAddress } from '../../../models/test-address.js'
import { User } from '../../../models/user.js'

/** The request for test messages to members of a project and to its test addresses. */
export interface TestReceivers {
  projectId: string
  /** Null for a request with a key. */
  userId: string | null
  /** The address, or several. Null: the address of the user who asks. */
  to: string | readonly string[] | null
}

/**
 * The addresses that get a test, as the request spells them, each once. Throws VALIDATION_ERROR on `to`, or on the
 * place within it, for each address that is neither a member's nor a confirmed test address, and for none where no user
 * asks.
 */
export async function testReceivers({ projectId, userId, to }: TestReceivers): Promise<string[]> {
  if (to === null) return [await ownAddress(userId)]
  const faults: FieldError[] = []
  const receivers = new Map<string, string>()
  for (const [index, address] of (typeof to === 'string' ? [to] : to).entries()) {
    const email = normaliseAddress(address)
    if (!receivers.has(email)) receivers.set(email, address)
    if ((await isMemberAddress(projectId, email)) || (await isConfirmed(projectId, email))) continue
    const message = `${address} is neither a project member nor a confirmed test address`
    faults.push({ field: typeof to === 'string' ? 'to' : `to.${index}`, code: 'custom', message })
  }
  if (faults.length > 0) throw invalid(faults)
  return [...receivers.values()]
}

async function ownAddress(userId: string | null): Promise<string> {
  const user = userId === null ? null : await User.findById(userId, { email: 1 }).lean()
  if (user) return user.email
  throw required()
}

/** Whether a normalised address has proved that it wants test emails of the project: as a member, or by the mail. */
export async function isProvedReceiver(projectId: string, email: string): Promise<boolean> {
  if (await isMember(projectId, { email, emailVerified: true })) return true
  return (await TestAddress.exists({ projectId, email, isProved: true })) !== null
}

/** Whether a normalised address is that of a member of the project. */
export async function isMemberAddress(projectId: string, email: string): Promise<boolean> {
  return isMember(projectId, { email })
}

/** The filter for test addresses that are confirmed or have not expired. */
export function unexpired() {
  return { $or: [{ confirmedAt: { $ne: null } }, { expiresAt: { $gt: new Date() } }] }
}

async function isConfirmed(projectId: string, email: string): Promise<boolean> {
  return (await TestAddress.exists({ projectId, email, confirmedAt: { $ne: null } })) !== null
}

async function isMember(projectId: string, filter: { email: string; emailVerified?: boolean }): Promise<boolean> {
  const user = await User.findOne(filter, { _id: 1 }).lean()
  return user !== null && (await Member.exists({ projectId, userId: user._id })) !== null
}

function required(): AppError {
  const message = 'Required with an API key: the email address of a project member or a confirmed test address'
  return invalid([{ field: 'to', code: 'required', message }])
}

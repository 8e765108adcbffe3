import type { ClientSession } from 'mongoose'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { AppError } from '../../../models/domain/errors.js'
import { Invitation, type InvitationRecord } from '../../../models/invitation.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

const LIFETIME_MS = 7 * 86_400_000

/** A membership to offer. */
export type NewInvitation = Pick<InvitationRecord, 'projectId' | 'email' | 'role' | 'tokenHash' | 'invitedBy'>

/** The pending invitations of a project, the oldest first. Their number is limited by a quota. */
export async function listInvitations(projectId: string): Promise<InvitationRecord[]> {
  return Invitation.find({ projectId, expiresAt: { $gt: new Date() } })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
}

/**
 * Withdraws the invitation with this id, or of this address, so that its token is no longer valid. No address has the
 * form of an id. Throws RESOURCE_NOT_FOUND.
 */
export async function withdrawInvitation(projectId: string, idOrAddress: string): Promise<void> {
  const email = normaliseAddress(idOrAddress)
  const named = email.includes('@') ? { email: spelledAs(email) } : { _id: email }
  const { deletedCount } = await Invitation.deleteOne({ ...named, projectId, expiresAt: { $gt: new Date() } })
  if (deletedCount > 0) return
  const details = { resource: 'invitation', id: email }
  throw new AppError('RESOURCE_NOT_FOUND', 'Invitation not found', { details })
}

/**
 * Withdraws the invitations by a user who may no longer invite to a project, in the transaction of `session`. Otherwise
 * a removed member could come back by an invitation to another address.
 */
export async function withdrawInvitationsBy(
  { projectId, userId: invitedBy }: { projectId: string; userId: string },
  session: ClientSession,
): Promise<void> {
  await Invitation.deleteMany({ projectId, invitedBy }, { session })
}

/**
 * Stores an invitation for seven days. A pending invitation of the same address is renewed, and its older token is no
 * longer valid. `keepsToken` is for an invitation that is not mailed: a pending invitation then keeps its older token,
 * because no one gets the new one. Throws QUOTA_EXCEEDED.
 */
export async function storeInvitation(
  { projectId, email, tokenHash, ...offer }: NewInvitation,
  { keepsToken = false } = {},
): Promise<void> {
  const store = async (session: ClientSession): Promise<void> => {
    const now = new Date()
    const pending = await Invitation.exists({ projectId, email: spelledAs(email), expiresAt: { $gt: now } }).session(
      session,
    )
    if (!pending) await requireQuota(session, projectId, 'invitations')
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
    const token = pending && keepsToken ? {} : { tokenHash }
    await Invitation.updateOne(
      { projectId, email: spelledAs(email) },
      { $set: { email, ...offer, ...token, ...times } },
      { upsert: true, session },
    )
  }
  await retryOnDuplicateKey(() => inQuotaTransaction(projectId, store))
}

import { AppError } from '../../../models/domain/errors.js'
import {
  SenderDomain,
  type DomainStatus,
  type ProvableDomain,
  type SenderDomainRecord,
} from '../../../models/sender-domain.js'
import { createKeyedMutex } from '../../../runtime/concurrency/keyed-mutex.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { findOwner } from '../../tenancy/projects/find-owner.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import type { ProjectDomain } from './allow-domain.js'
import { ensureDkimKey, removeDkimKeys } from './dkim-keys.js'
import { registerIdentity, releaseIdentity } from './identities.js'
import { admitAddition } from './limit-requests.js'
import { isUsedByAnother, ownershipTokenOf } from './ownership.js'
import { describeDomain, type DescribedDomain } from './records-of.js'
import { requireOwnerRoom } from './require-owner-room.js'
import type { DomainSetup } from './setup.js'

// The additions of one account write one document. They run one after the other, so that their transactions do not
// conflict.
const accountMutex = createKeyedMutex()

/**
 * Adds a domain to a project. The domain is verified once its records are found. It is stored before its identity or
 * key is created, so that the quota limits these too, and deleted when their creation fails. Throws CONFLICT for a
 * domain that the project has, FORBIDDEN for a domain that another project uses, QUOTA_EXCEEDED, RATE_LIMIT_EXCEEDED,
 * and SERVICE_UNAVAILABLE when the provider does not answer.
 */
export async function addDomain(owner: ProjectDomain, setup: DomainSetup): Promise<DescribedDomain> {
  const { projectId, domain } = owner
  if (await SenderDomain.exists({ projectId, domain })) throw alreadyAdded(domain)
  if (await isUsedByAnother(owner)) {
    throw new AppError('FORBIDDEN', `The domain ${domain} is already in use by another project`, {
      details: { domain },
      suggestion: 'Remove it from that project first, or ask the operator of this installation',
    })
  }
  const ownerId = await findOwner(projectId)
  const accountId = ownerId ?? projectId
  await admitAddition(accountId)
  const added = await accountMutex.runExclusive(accountId, () => store(owner, ownerId, setup))
  try {
    return await describeDomain(await prepare(added, setup), setup)
  } catch (error) {
    await SenderDomain.deleteOne({ _id: added._id, projectId })
    throw error
  }
}

async function store(
  owner: ProjectDomain,
  ownerId: string | null,
  { encryptionKeys }: DomainSetup,
): Promise<ProvableDomain> {
  const proof = { status: 'PENDING' as DomainStatus, ownershipToken: ownershipTokenOf(owner, encryptionKeys) }
  try {
    return await inQuotaTransaction(owner.projectId, async (session) => {
      await requireQuota(session, owner.projectId, 'domains')
      // A project that an operator has created has no owner, and only its own quota.
      if (ownerId !== null) await requireOwnerRoom(session, ownerId)
      const [stored] = await SenderDomain.create([{ ...owner, ...proof, nextCheckAt: databaseNow() }], { session })
      if (!stored) throw new Error('MongoDB has stored no domain')
      return { ...stored.toObject<SenderDomainRecord>(), ...proof }
    })
  } catch (error) {
    throw isDuplicateKey(error) ? alreadyAdded(owner.domain) : error
  }
}

async function prepare(added: ProvableDomain, setup: DomainSetup): Promise<SenderDomainRecord> {
  const { identities, encryptionKeys } = setup
  const { projectId, domain } = added
  if (!identities) {
    await ensureDkimKey(added, encryptionKeys)
    if (await SenderDomain.exists({ projectId, domain })) return added
    await removeDkimKeys(added)
    throw removedMeanwhile(domain)
  }
  const { dkimTokens, mailFrom, isMade } = await registerIdentity(added, identities, setup)
  const identity = { dkimTokens, mailFromDomain: mailFrom?.domain ?? null, hasMadeIdentity: isMade }
  const filter = { _id: added._id, projectId }
  const prepared = await SenderDomain.findOneAndUpdate(filter, { $set: identity }, { returnDocument: 'after' }).lean()
  if (prepared) return prepared
  await releaseIdentity({ ...added, ...identity }, identities)
  throw removedMeanwhile(domain)
}

function removedMeanwhile(domain: string): AppError {
  return new AppError('CONFLICT', `The domain ${domain} was removed while it was added`, { details: { domain } })
}

function alreadyAdded(domain: string): AppError {
  return new AppError('CONFLICT', `The project already has the domain ${domain}`, { details: { domain } })
}

import { AppError } from '../../models/domain/errors.js'
import {
  SenderDomain,
  type DomainStatus,
  type ProvableDomain,
  type SenderDomainRecord,
} from '../../models/sender-domain.js'
import { createKeyedMutex } from '../../runtime/concurrency/keyed-mutex.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { findOwner } from '../projects/find-owner.js'
import { requireQuota } from '../quotas/require-quota.js'
import type { ProjectDomain } from './allow-domain.js'
import { ensureDkimKey, removeDkimKeys } from './dkim-keys.js'
import { registerIdentity, releaseIdentity } from './identities.js'
import { admitAddition } from './limit-requests.js'
import { isUsedByAnother, ownershipTokenOf } from './ownership.js'
import { describeDomain, type DescribedDomain } from './records-of.js'
import { requireOwnerRoom } from './require-owner-room.js'
import type { DomainSetup } from './setup.js'

// The transactions of an account exclude each other: in turns they do not spend their time on conflicts.
const adding = createKeyedMutex()

/**
 * Adds a domain to a project; it is verified once its records are found. It is stored first, so that what the provider
 * and the keys cost is within the quota, and goes again where that cannot be made. Throws CONFLICT for a domain that
 * the project has, FORBIDDEN for one that another project uses, QUOTA_EXCEEDED, RATE_LIMIT_EXCEEDED, and
 * SERVICE_UNAVAILABLE when the provider cannot be asked.
 */
export async function addDomain(owner: ProjectDomain, setup: DomainSetup): Promise<DescribedDomain> {
  const { projectId, domain } = owner
  if (await SenderDomain.exists({ projectId, domain })) throw known(domain)
  if (await isUsedByAnother(owner)) {
    throw new AppError('FORBIDDEN', `Another project uses the domain ${domain}`, {
      details: { domain },
      suggestion: 'Remove it from that project first, or ask the operator of this installation',
    })
  }
  const ownerId = await findOwner(projectId)
  const accountId = ownerId ?? projectId
  await admitAddition(accountId)
  const added = await adding.runExclusive(accountId, () => store(owner, ownerId, setup))
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
    return await inTransaction(async (session) => {
      await requireQuota(session, owner.projectId, 'domains')
      // A project that an operator has made has its own quota alone.
      if (ownerId !== null) await requireOwnerRoom(session, ownerId)
      const [stored] = await SenderDomain.create([{ ...owner, ...proof, nextCheckAt: databaseNow() }], { session })
      if (!stored) throw new Error('MongoDB has stored no domain')
      return { ...stored.toObject<SenderDomainRecord>(), ...proof }
    })
  } catch (error) {
    throw isDuplicateKey(error) ? known(owner.domain) : error
  }
}

async function prepare(added: ProvableDomain, setup: DomainSetup): Promise<SenderDomainRecord> {
  const { identities, encryptionKeys } = setup
  const { projectId, domain } = added
  if (!identities) {
    await ensureDkimKey(added, encryptionKeys)
    if (await SenderDomain.exists({ projectId, domain })) return added
    await removeDkimKeys(added)
    throw removed(domain)
  }
  const { dkimTokens, mailFrom, isMade } = await registerIdentity(added, identities, setup)
  const identity = { dkimTokens, mailFromDomain: mailFrom?.domain ?? null, hasMadeIdentity: isMade }
  const filter = { _id: added._id, projectId }
  const prepared = await SenderDomain.findOneAndUpdate(filter, { $set: identity }, { returnDocument: 'after' }).lean()
  if (prepared) return prepared
  await releaseIdentity({ ...added, ...identity }, identities)
  throw removed(domain)
}

function removed(domain: string): AppError {
  return new AppError('CONFLICT', `The domain ${domain} was removed while it was added`, { details: { domain } })
}

function known(domain: string): AppError {
  return new AppError('CONFLICT', `The project has the domain ${domain} already`, { details: { domain } })
}

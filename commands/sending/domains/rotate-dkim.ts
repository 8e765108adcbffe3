import { DkimKey } from '../../../models/dkim-key.js'
import { AppError } from '../../../models/domain/errors.js'
import { ownRecords, type SenderRecord } from '../../../models/domain/sender-records.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import type { Dns } from '../../../runtime/dns/resolver.js'
import type { ProjectDomain } from './allow-domain.js'
import { dkimRecordsOf, findDkimKeys, makeDkimKey } from './dkim-keys.js'
import { isInDns } from './find-records.js'

/**
 * The state of a rotation. `to-publish`: the record of the next key must be published. `rotated`: the next key signs
 * from now on; the records of the `retired` keys may be removed once all messages that they signed have arrived.
 */
export type Rotation = { state: 'to-publish'; record: SenderRecord } | { state: 'rotated'; retired: string[] }

/** The dependencies of a rotation. `isForced` activates the next key although DNS does not have its record. */
export interface RotationMeans {
  dns: Dns
  encryptionKeys: EncryptionKeys
  isForced: boolean
}

/**
 * Advances the rotation of a domain's key. The first call creates the next key. A later call activates that key once
 * its record is in DNS. Throws RESOURCE_NOT_FOUND for a domain without a key, CONFLICT when a concurrent call has
 * activated the key, and DnsUnavailableError.
 */
export async function rotateDkim(owner: ProjectDomain, means: RotationMeans): Promise<Rotation> {
  const { projectId, domain } = owner
  if (!(await DkimKey.exists({ projectId, domain, state: 'ACTIVE' }))) {
    throw new AppError('RESOURCE_NOT_FOUND', `The project has no key for ${domain}`)
  }
  await makeNext(owner, means.encryptionKeys)
  const next = (await findDkimKeys(owner)).find(({ state }) => state === 'NEXT')
  const [record] = next ? ownRecords(domain, dkimRecordsOf([next])) : []
  if (!next || !record) throw new AppError('CONFLICT', 'The key was replaced at the same time')
  const isPublished = means.isForced || (await isInDns(record, means.dns))
  if (!isPublished) return { state: 'to-publish', record }
  await activate(owner, next._id)
  const retired = await DkimKey.find({ projectId, domain, state: 'RETIRED' }, { selector: 1 }).lean()
  return { state: 'rotated', retired: retired.map(({ selector }) => `${selector}._domainkey.${domain}`) }
}

async function makeNext(owner: ProjectDomain, encryptionKeys: EncryptionKeys): Promise<void> {
  const { projectId, domain } = owner
  if (!(await DkimKey.exists({ projectId, domain, state: 'NEXT' }))) await makeDkimKey(owner, 'NEXT', encryptionKeys)
}

async function activate({ projectId, domain }: ProjectDomain, nextId: string): Promise<void> {
  await inTransaction(async (session) => {
    await DkimKey.updateOne(
      { projectId, domain, state: 'ACTIVE' },
      { $set: { state: 'RETIRED', privateKeySealed: null } },
      { session },
    )
    const { matchedCount } = await DkimKey.updateOne(
      { _id: nextId, projectId, state: 'NEXT' },
      { $set: { state: 'ACTIVE' } },
      { session },
    )
    if (matchedCount === 0) throw new AppError('CONFLICT', 'The key was replaced at the same time')
  })
}

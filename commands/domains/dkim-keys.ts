import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { DkimKey, type DkimKeyRecord, type DkimKeyState } from '../../models/dkim-key.js'
import { AppError } from '../../models/domain/errors.js'
import { createSemaphore, SemaphoreFullError } from '../../runtime/concurrency/semaphore.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { seal } from '../../runtime/sealed.js'
import type { ProjectDomain } from './allow-domain.js'

/** The record by which a key is published (RFC 6376, 3.6.1). */
export interface DkimRecord {
  selector: string
  value: string
}

const KEY_BITS = 2_048

// A key takes a thread of libuv's pool for a quarter of a second, which file access, DNS and passwords need too.
const generating = createSemaphore({ permits: 1, maxWaiting: 40 })
const generateKeys = promisify(generateKeyPair)

/** The keys of a domain whose record has to stand in DNS: the one that signs, and the next while one replaces it. */
export async function findDkimKeys({ projectId, domain }: ProjectDomain): Promise<DkimKeyRecord[]> {
  return DkimKey.find({ projectId, domain, state: { $in: ['ACTIVE', 'NEXT'] } })
    .sort({ createdAt: 1 })
    .lean()
}

/** The records of keys. */
export function dkimRecordsOf(keys: readonly Pick<DkimKeyRecord, 'selector' | 'publicKey'>[]): DkimRecord[] {
  return keys.map(({ selector, publicKey }) => ({ selector, value: `v=DKIM1; k=rsa; p=${publicKey}` }))
}

/** Makes the key that signs for a domain, unless it has one. Throws SERVICE_UNAVAILABLE when too many keys are being made. */
export async function ensureDkimKey(owner: ProjectDomain, encryptionKeys: EncryptionKeys): Promise<void> {
  const { projectId, domain } = owner
  if (await DkimKey.exists({ projectId, domain, state: 'ACTIVE' })) return
  await makeDkimKey(owner, 'ACTIVE', encryptionKeys)
}

/**
 * Makes a key, unless the domain has one of this state; the index lets only one of two at the same moment be made. Throws
 * SERVICE_UNAVAILABLE when too many keys are being made.
 */
export async function makeDkimKey(
  { projectId, domain }: ProjectDomain,
  state: DkimKeyState,
  encryptionKeys: EncryptionKeys,
): Promise<void> {
  const { publicKey, privateKey } = await generate()
  try {
    await DkimKey.create({
      projectId,
      domain,
      selector: `posthorn${Date.now().toString(36)}`,
      publicKey: publicKey.toString('base64'),
      privateKeySealed: seal(privateKey, encryptionKeys),
      state,
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
}

async function generate(): Promise<{ publicKey: Buffer; privateKey: string }> {
  try {
    return await generating.run(() =>
      generateKeys('rsa', {
        modulusLength: KEY_BITS,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }),
    )
  } catch (error) {
    if (!(error instanceof SemaphoreFullError)) throw error
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many domains are being added: try again', { cause: error })
  }
}

/** Deletes the keys of a domain. */
export async function removeDkimKeys({ projectId, domain }: ProjectDomain): Promise<void> {
  await DkimKey.deleteMany({ projectId, domain })
}

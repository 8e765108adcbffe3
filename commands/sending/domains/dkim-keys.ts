import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { DkimKey, type DkimKeyRecord, type DkimKeyState } from '../../../models/dkim-key.js'
import { createLimiter } from '../../../runtime/concurrency/limiter.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { seal } from '../../../runtime/sealed.js'
import type { ProjectDomain } from './allow-domain.js'

/** The DNS record that publishes a key (RFC 6376, 3.6.1). */
export interface DkimRecord {
  selector: string
  value: string
}

const KEY_BITS = 2_048

// The generation of a key takes a thread of libuv's pool for a quarter of a second. File access, DNS and passwords need
// these threads too, so that only one key is generated at a time. The limiter is fair to projects.
const limitGeneration = createLimiter({ concurrency: 1 })
const generateKey = promisify(generateKeyPair)

/** The keys of a domain whose records must be in DNS: the active key, and the next key during a rotation. */
export async function findDkimKeys({ projectId, domain }: ProjectDomain): Promise<DkimKeyRecord[]> {
  return DkimKey.find({ projectId, domain, state: { $in: ['ACTIVE', 'NEXT'] } })
    .sort({ createdAt: 1 })
    .lean()
}

/** The DNS records of keys. */
export function dkimRecordsOf(keys: readonly Pick<DkimKeyRecord, 'selector' | 'publicKey'>[]): DkimRecord[] {
  return keys.map(({ selector, publicKey }) => ({ selector, value: `v=DKIM1; k=rsa; p=${publicKey}` }))
}

/** Creates the active key of a domain, unless the domain has one. */
export async function ensureDkimKey(owner: ProjectDomain, encryptionKeys: EncryptionKeys): Promise<void> {
  const { projectId, domain } = owner
  if (await DkimKey.exists({ projectId, domain, state: 'ACTIVE' })) return
  await makeDkimKey(owner, 'ACTIVE', encryptionKeys)
}

/**
 * Creates a key, unless the domain has a key in this state: the unique index lets only one of two concurrent calls
 * store its key.
 */
export async function makeDkimKey(
  { projectId, domain }: ProjectDomain,
  state: DkimKeyState,
  encryptionKeys: EncryptionKeys,
): Promise<void> {
  const { publicKey, privateKey } = await limitGeneration(projectId, () =>
    generateKey('rsa', {
      modulusLength: KEY_BITS,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  )
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

/** Deletes the keys of a domain. */
export async function removeDkimKeys({ projectId, domain }: ProjectDomain): Promise<void> {
  await DkimKey.deleteMany({ projectId, domain })
}

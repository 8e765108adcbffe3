import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { DkimKey, type DkimKeyRecord, type DkimKeyState } from '../../models/dkim-key.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
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
// Projects take turns.
const generating = createLimiter({ concurrency: 1 })
const generate = promisify(generateKeyPair)

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

/** Makes the key that signs for a domain, unless it has one. */
export async function ensureDkimKey(owner: ProjectDomain, encryptionKeys: EncryptionKeys): Promise<void> {
  const { projectId, domain } = owner
  if (await DkimKey.exists({ projectId, domain, state: 'ACTIVE' })) return
  await makeDkimKey(owner, 'ACTIVE', encryptionKeys)
}

/** Makes a key, unless the domain has one of this state; the index lets only one of two at the same moment be made. */
export async function makeDkimKey(
  { projectId, domain }: ProjectDomain,
  state: DkimKeyState,
  encryptionKeys: EncryptionKeys,
): Promise<void> {
  const { publicKey, privateKey } = await generating(projectId, () =>
    generate('rsa', {
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

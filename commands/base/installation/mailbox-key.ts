import { randomBytes } from 'node:crypto'
import { InstallationSecret } from '../../../models/installation-secret.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { isSealedWithFirst, MissingKeyError, seal, unseal } from '../../../runtime/sealed.js'

const ID = 'mailboxes'
const KEY_BYTES = 32

let encryptionKeys: EncryptionKeys | null = null
// The key never changes, so that a process reads it once for each database.
const loaded = new WeakMap<object, Promise<Buffer>>()

/** Sets the keys by which this process opens the key of mailboxes. */
export function setMailboxKeys(keys: EncryptionKeys): void {
  encryptionKeys = keys
}

/**
 * The key of 32 bytes by which the installation hashes the addresses of deleted contacts. The first use makes it.
 * Throws MissingKeyError if `ENCRYPTION_KEY` lacks the key that sealed it.
 */
export async function mailboxKey(): Promise<Buffer> {
  const client = InstallationSecret.db.getClient()
  const known = loaded.get(client)
  if (known) return known
  const loading = loadOrMake()
  loaded.set(client, loading)
  // The next call tries again.
  loading.catch(() => loaded.delete(client))
  return loading
}

async function loadOrMake(): Promise<Buffer> {
  if (!encryptionKeys) throw new Error('The keys of mailboxes are not set')
  const fresh = seal(randomBytes(KEY_BYTES).toString('base64url'), encryptionKeys)
  // Of two processes that make a key at the same moment, both get the one that was stored first.
  const stored = await retryOnDuplicateKey(() =>
    InstallationSecret.findOneAndUpdate(
      { _id: ID },
      { $setOnInsert: { sealed: fresh } },
      { upsert: true, returnDocument: 'after' },
    ).lean(),
  )
  return Buffer.from(unseal(stored.sealed, encryptionKeys), 'base64url')
}

/** A secret of the installation that none of the encryption keys opens. */
export interface UnopenedInstallationSecret {
  name: string
  /** Names the missing encryption key by its id. */
  reason: string
}

/**
 * Seals the key with the first encryption key, unless that key sealed it already. Returns how many secrets it sealed
 * anew, and the reason when none of the encryption keys opens it.
 */
export async function resealMailboxKey(keys: EncryptionKeys): Promise<{ resealed: number; reason: string | null }> {
  const stored = await InstallationSecret.findOne({ _id: ID }).lean()
  if (!stored || isSealedWithFirst(stored.sealed, keys)) return { resealed: 0, reason: null }
  try {
    const sealed = seal(unseal(stored.sealed, keys), keys)
    const done = await InstallationSecret.updateOne({ _id: ID, sealed: stored.sealed }, { $set: { sealed } })
    return { resealed: done.modifiedCount, reason: null }
  } catch (error) {
    if (!(error instanceof MissingKeyError)) throw error
    return { resealed: 0, reason: error.message }
  }
}

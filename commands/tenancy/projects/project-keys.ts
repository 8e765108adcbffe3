import { randomBytes } from 'node:crypto'
import type { ProjectRecord } from '../../../models/project.js'
import { hashKey, seal } from '../../../runtime/sealed.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'

/** The two keys of a project, in the clear. */
export interface ProjectKeys {
  publicKey: string
  secretKey: string
}

/** New keys: the prefix of the type and 32 random bytes in hex. */
export function makeKeys(): ProjectKeys {
  return { publicKey: `pk_${randomBytes(32).toString('hex')}`, secretKey: `sk_${randomBytes(32).toString('hex')}` }
}

/** Keys as a project stores them: hashed for authentication, sealed for display, and not used yet. */
export function storedKeys(
  { publicKey, secretKey }: ProjectKeys,
  encryptionKeys: EncryptionKeys,
): Pick<ProjectRecord, 'publicKeyHash' | 'publicKeySealed' | 'secretKeyHash' | 'secretKeySealed' | 'keyUses'> {
  return {
    publicKeyHash: hashKey(publicKey),
    publicKeySealed: seal(publicKey, encryptionKeys),
    secretKeyHash: hashKey(secretKey),
    secretKeySealed: seal(secretKey, encryptionKeys),
    keyUses: {},
  }
}

/** A new secret for the signatures of webhooks, in the form of Standard Webhooks. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

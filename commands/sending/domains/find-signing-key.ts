import { DkimKey } from '../../../models/dkim-key.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { unseal } from '../../../runtime/sealed.js'
import type { ProjectDomain } from './allow-domain.js'

/** A key that signs mail; `privateKey` is PKCS 8 as PEM. */
export interface SigningKey {
  selector: string
  privateKey: string
}

/**
 * The key that signs the mail of a project's domain; null when the domain has none. Throws MissingKeyError when the
 * encryption key that sealed it is missing.
 */
export async function findSigningKey(
  { projectId, domain }: ProjectDomain,
  encryptionKeys: EncryptionKeys,
): Promise<SigningKey | null> {
  const key = await DkimKey.findOne({ projectId, domain, state: 'ACTIVE' }, { selector: 1, privateKeySealed: 1 }).lean()
  if (!key?.privateKeySealed) return null
  return { selector: key.selector, privateKey: unseal(key.privateKeySealed, encryptionKeys) }
}

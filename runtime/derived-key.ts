import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** What a key of the installation is used for; each use has a key of its own. */
export type KeyPurpose =
  | 'bounce addresses'
  | 'domain ownership'
  | 'key id'
  | 'recipient links'
  | 'sealed texts'
  | 'spool names'
  | 'tracking'

// As many as there are purposes, and encryption keys in each.
const derived = new Map<KeyPurpose, Map<string, Buffer>>()

/**
 * The key of 32 bytes for one purpose (HKDF with SHA-256, RFC 5869), so that what one use reveals or wears out, such as
 * the random nonces of AES-GCM (NIST SP 800-38D, 8.3: at most 2^32 for a key), touches no other use.
 *
 * @param key One of the encryption keys: 32 bytes in hex.
 */
export function deriveKey(key: string, purpose: KeyPurpose): Buffer {
  const ofPurpose = derived.get(purpose) ?? new Map<string, Buffer>()
  const known = ofPurpose.get(key)
  if (known) return known
  const bytes = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', `posthorn ${purpose}`, KEY_BYTES))
  derived.set(purpose, ofPurpose.set(key, bytes))
  return bytes
}

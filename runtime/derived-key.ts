import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** A purpose for which a key is derived; each purpose has a key of its own. */
export type KeyPurpose =
  | 'bounce addresses'
  | 'domain ownership'
  | 'key id'
  | 'recipient links'
  | 'sealed texts'
  | 'tracking'

// The derived keys, by purpose and then by encryption key. Both are few.
const derived = new Map<KeyPurpose, Map<string, Buffer>>()

/**
 * Derives the key of 32 bytes for one purpose (HKDF with SHA-256, RFC 5869). So a leak of one derived key does not
 * affect other purposes, and limits such as that on random nonces of AES-GCM (NIST SP 800-38D, 8.3: at most 2^32 for a
 * key) count for each purpose alone.
 *
 * @param key One of the encryption keys: 32 bytes in hex.
 */
export function deriveKey(key: string, purpose: KeyPurpose): Buffer {
  const ofPurpose = derived.get(purpose) ?? new Map<string, Buffer>()
  const cached = ofPurpose.get(key)
  if (cached) return cached
  const bytes = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', `posthorn ${purpose}`, KEY_BYTES))
  derived.set(purpose, ofPurpose.set(key, bytes))
  return bytes
}

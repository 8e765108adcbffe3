import { z } from 'zod'
import { deriveKey } from './derived-key.js'

const NO_KEY = 'must be set: openssl rand -hex 32'
const Key = z.string(NO_KEY).regex(/^[0-9a-f]{64}$/, 'each key must be 32 bytes in hex: openssl rand -hex 32')

/** Setting: keys of 32 bytes in hex, between commas. */
export const encryptionKeys = z
  .string(NO_KEY)
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .pipe(z.tuple([Key], Key, NO_KEY))

/**
 * The keys of the installation, each 32 bytes in hex. The first key seals and signs; all keys open and verify.
 */
export type EncryptionKeys = z.output<typeof encryptionKeys>

/** Names a key without revealing it: 16 characters of hex. */
export function keyId(key: string): string {
  return deriveKey(key, 'key id').toString('hex').slice(0, 16)
}

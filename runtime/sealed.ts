import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deriveKey } from './derived-key.js'
import { keyId, type EncryptionKeys } from './encryption-keys.js'

const ALGORITHM = 'aes-256-gcm'
const PURPOSE = 'sealed texts'
const NONCE_BYTES = 12
const TAG_BYTES = 16
// Not a character of base64url.
const SEPARATOR = '.'

/** A sealed text whose key is not among the keys of the installation. The message names the key by its id. */
export class MissingKeyError extends Error {
  override name = 'MissingKeyError'

  constructor(id: string) {
    super(`A stored secret is sealed with the key ${id}, which is not in ENCRYPTION_KEY`)
  }
}

/** The SHA-256 of a key in hex. Look-ups compare hashes, so that a stolen database contains no keys. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Encrypts a text with the first key by AES-256-GCM. Returns `<key id>.<base64url of nonce, tag and text>`. */
export function seal(text: string, [key]: EncryptionKeys): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, deriveKey(key, PURPOSE), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return keyId(key) + SEPARATOR + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * Decrypts a text of `seal`. Throws MissingKeyError if its key is not among `keys`, and Error if the text was altered.
 */
export function unseal(sealed: string, keys: EncryptionKeys): string {
  const id = sealingKeyId(sealed)
  const key = keys.find((one) => keyId(one) === id)
  if (key === undefined) throw new MissingKeyError(id)
  return open(sealed.slice(id.length + SEPARATOR.length), key)
}

/** Whether a text is sealed with the first key. */
export function isSealedWithFirst(sealed: string, [key]: EncryptionKeys): boolean {
  return sealingKeyId(sealed) === keyId(key)
}

/** The id of the key that sealed a text. */
function sealingKeyId(sealed: string): string {
  return sealed.slice(0, Math.max(0, sealed.indexOf(SEPARATOR)))
}

function open(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, deriveKey(key, PURPOSE), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return text.toString('utf8')
}

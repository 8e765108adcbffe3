import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The SHA-256 of a key in hex. Look-ups compare hashes, so that a stolen database contains no keys. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Encrypts a text with AES-256-GCM; `encryptionKey` is 32 bytes in hex. Returns base64url of nonce, tag and text. */
export function seal(text: string, encryptionKey: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, Buffer.from(encryptionKey, 'hex'), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a text of `seal`; throws when it was altered, or sealed with another key. */
export function unseal(sealed: string, encryptionKey: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(encryptionKey, 'hex'), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return text.toString('utf8')
}

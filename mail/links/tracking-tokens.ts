import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { parseUrl } from '../../models/domain/url.js'
import { PACKED_ID_BYTES, packId, unpackId } from './packed-id.js'
import { deriveKey } from '../../runtime/derived-key.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

// Half of SHA-256, as RFC 2104 allows: 128 bits cannot be guessed over a network, and every link carries them.
const MAC_BYTES = 16
const IDS_BYTES = 2 * PACKED_ID_BYTES
// The block and the digest of SHA-256.
const BLOCK_BYTES = 64
const HASH_BYTES = 32

/** The message of an open or a click. */
export interface TrackedMessage {
  projectId: string
  emailId: string
}

/** A click, and the address that the sender wrote. */
export interface TrackedLink extends TrackedMessage {
  target: string
}

/** The ids of a message, packed for its tokens. */
export type PackedMessage = Buffer

/** Makes the tokens of tracked messages, and reads them. */
export interface TrackingTokens {
  forOpen(message: TrackedMessage): string
  /** `target` must be a web address. */
  forClick(message: TrackedMessage, target: string): string
  /**
   * Makes the token of one link in many messages, or of the pixel for an empty target. This costs less than `forClick`.
   */
  forLink(target: string): (message: PackedMessage) => string
  /** Null for a token that `forOpen` made with none of the keys. */
  readOpen(token: string): TrackedMessage | null
  /** Null for a token that `forClick` made with none of the keys. */
  readClick(token: string): TrackedLink | null
}

/** Tokens signed by HMAC with a key derived from the first of `encryptionKeys`, and read with any of them. */
export function createTrackingTokens(encryptionKeys: EncryptionKeys): TrackingTokens {
  const key = deriveKey(encryptionKeys[0], 'tracking')
  const read = (token: string): TrackedLink | null => {
    const payload = verifyWithAny(encryptionKeys, token)
    if (!payload || payload.length < IDS_BYTES) return null
    return {
      projectId: unpackId(payload.subarray(0, PACKED_ID_BYTES)),
      emailId: unpackId(payload.subarray(PACKED_ID_BYTES, IDS_BYTES)),
      target: payload.subarray(IDS_BYTES).toString('utf8'),
    }
  }
  return {
    forOpen: (message) => sign(key, message, ''),
    forClick: sign.bind(null, key),
    forLink: signMany.bind(null, key),
    readOpen(token) {
      const found = read(token)
      return found?.target === '' ? { projectId: found.projectId, emailId: found.emailId } : null
    },
    readClick(token) {
      const found = read(token)
      return found && isWebAddress(found.target) ? found : null
    },
  }
}

/** Packs the ids of a message once for all its tokens. */
export function packMessage({ projectId, emailId }: TrackedMessage): PackedMessage {
  return Buffer.concat([packId(projectId), packId(emailId)])
}

/** Whether a text is an absolute http or https address, written as such. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && parseUrl(text) !== null
}

function sign(key: Buffer, message: TrackedMessage, target: string): string {
  const payload = Buffer.concat([packMessage(message), Buffer.from(target, 'utf8')])
  return Buffer.concat([macOf(key, payload), payload]).toString('base64url')
}

function signMany(key: Buffer, target: string): (message: PackedMessage) => string {
  const bytes = Buffer.from(target, 'utf8')
  const signer = new Signer(key, bytes)
  // The target begins at a new group of base64 characters, so its characters are the same in every token.
  const end = bytes.toString('base64url')
  return (message) => signer.sign(message) + end
}

/**
 * Signs like `sign`, for many messages with one target: HMAC as RFC 2104 defines it, by two hashes over prepared bytes.
 * Node's own HMAC costs several times as much to set up as to run.
 */
class Signer {
  private readonly inner: Buffer
  private readonly outer: Buffer
  private readonly signed = Buffer.alloc(MAC_BYTES + IDS_BYTES)

  constructor(key: Buffer, target: Buffer) {
    const block = Buffer.concat([key], BLOCK_BYTES)
    this.inner = Buffer.concat([block.map((byte) => byte ^ 0x36), Buffer.alloc(IDS_BYTES), target])
    this.outer = Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(HASH_BYTES)])
  }

  /** The part of a token before its target. */
  sign(ids: PackedMessage): string {
    ids.copy(this.inner, BLOCK_BYTES)
    this.outer.write(hash('sha256', this.inner, 'hex'), BLOCK_BYTES, 'hex')
    this.signed.write(hash('sha256', this.outer, 'hex').slice(0, 2 * MAC_BYTES), 'hex')
    ids.copy(this.signed, MAC_BYTES)
    return this.signed.toString('base64url')
  }
}

function verifyWithAny(encryptionKeys: EncryptionKeys, token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url')
  // The decoder accepts several spellings of the same bytes, but a token has only one.
  if (bytes.length < MAC_BYTES || bytes.toString('base64url') !== token) return null
  const mac = bytes.subarray(0, MAC_BYTES)
  const payload = bytes.subarray(MAC_BYTES)
  return encryptionKeys.some((key) => timingSafeEqual(mac, macOf(deriveKey(key, 'tracking'), payload))) ? payload : null
}

function macOf(key: Buffer, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, MAC_BYTES)
}

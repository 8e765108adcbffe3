import { createCipheriv, createDecipheriv } from 'node:crypto'
import { PACKED_ID_BYTES, packId, unpackId } from './packed-id.js'
import { takeRandomBytes } from '../../runtime/random-bytes.js'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The recipient of a link, and the message that contains the link. */
export interface LinkTarget {
  projectId: string
  contactId: string
  emailId: string
}

/** The addresses of the recipient's own pages. */
export interface RecipientLinks {
  unsubscribeUrl: string
  subscribeUrl: string
  manageUrl: string
}

/** The links of one message. `gatewayUrl` is an origin; `encryptionKey` is 32 bytes in hex. */
export function recipientLinks(
  target: LinkTarget,
  settings: { gatewayUrl: string; encryptionKey: string },
): RecipientLinks {
  const token = sealTarget(target, settings.encryptionKey)
  return {
    unsubscribeUrl: `${settings.gatewayUrl}/unsubscribe/${token}`,
    subscribeUrl: `${settings.gatewayUrl}/subscribe/${token}`,
    manageUrl: `${settings.gatewayUrl}/manage/${token}`,
  }
}

/** Reads a link's token; null when it was not made with this key. */
export function openLink(token: string, encryptionKey: string): LinkTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== NONCE_BYTES + TAG_BYTES + 3 * PACKED_ID_BYTES) return null
  try {
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(encryptionKey, 'hex'), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const ids = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return { projectId: unpack(ids, 0), contactId: unpack(ids, 1), emailId: unpack(ids, 2) }
  } catch {
    return null
  }
}

// Encrypted, not only signed: a link reveals no id. Packed, because every message contains the token at least twice.
function sealTarget({ projectId, contactId, emailId }: LinkTarget, encryptionKey: string): string {
  const nonce = takeRandomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, Buffer.from(encryptionKey, 'hex'), nonce)
  const ids = Buffer.concat([projectId, contactId, emailId].map(packId))
  const sealed = Buffer.concat([cipher.update(ids), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

function unpack(ids: Buffer, index: number): string {
  return unpackId(ids.subarray(index * PACKED_ID_BYTES, (index + 1) * PACKED_ID_BYTES))
}

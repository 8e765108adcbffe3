import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { EmailRecord } from '../../models/email.js'
import { PACKED_ID_BYTES, packId, unpackId } from './packed-id.js'
import { deriveKey } from '../../runtime/derived-key.js'
import { takeRandomBytes } from '../../runtime/random-bytes.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

const ALGORITHM = 'aes-256-gcm'
const PURPOSE = 'recipient links'
const NONCE_BYTES = 12
const TAG_BYTES = 16
// It is the same in every test email and names nobody, so that no request with it can change anything.
const TEST_TOKEN = 'this-was-a-test-email'

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

type LinkedEmail = Pick<EmailRecord, '_id' | 'projectId' | 'contactId' | 'sourceType'>

/** The links of one message. `gatewayUrl` is an origin. */
export function recipientLinks(
  target: LinkTarget,
  settings: { gatewayUrl: string; encryptionKeys: EncryptionKeys },
): RecipientLinks {
  return linksWithToken(sealTarget(target, settings.encryptionKeys), settings.gatewayUrl)
}

/** The links of an email. Those of a test lead to the same pages, which then say that nothing was changed. */
export function linksOf(
  { _id: emailId, projectId, contactId, sourceType }: LinkedEmail,
  settings: { gatewayUrl: string; encryptionKeys: EncryptionKeys },
): RecipientLinks {
  if (sourceType === 'TEST') return linksWithToken(TEST_TOKEN, settings.gatewayUrl)
  return recipientLinks({ projectId, contactId, emailId }, settings)
}

/** Whether a token is that of test emails. */
export function isTestToken(token: string): boolean {
  return token === TEST_TOKEN
}

/** The links that contain a token. */
export function linksWithToken(token: string, gatewayUrl: string): RecipientLinks {
  return {
    unsubscribeUrl: `${gatewayUrl}/unsubscribe/${token}`,
    subscribeUrl: `${gatewayUrl}/subscribe/${token}`,
    manageUrl: `${gatewayUrl}/manage/${token}`,
  }
}

/** The token in the links of a message. */
export function tokenOf({ unsubscribeUrl }: RecipientLinks): string {
  return unsubscribeUrl.slice(unsubscribeUrl.lastIndexOf('/') + 1)
}

/** Reads a link's token; null where none of the keys made it. */
export function openLink(token: string, encryptionKeys: EncryptionKeys): LinkTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== NONCE_BYTES + TAG_BYTES + 3 * PACKED_ID_BYTES) return null
  for (const key of encryptionKeys) {
    const target = openWith(key, bytes)
    if (target) return target
  }
  return null
}

function openWith(key: string, bytes: Buffer): LinkTarget | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, deriveKey(key, PURPOSE), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const ids = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return { projectId: unpack(ids, 0), contactId: unpack(ids, 1), emailId: unpack(ids, 2) }
  } catch {
    return null
  }
}

// The token is encrypted and not only signed, so that a link reveals no id. It is short, because every message contains
// it at least twice.
function sealTarget({ projectId, contactId, emailId }: LinkTarget, [key]: EncryptionKeys): string {
  const nonce = takeRandomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, deriveKey(key, PURPOSE), nonce)
  const ids = Buffer.concat([projectId, contactId, emailId].map(packId))
  const sealed = Buffer.concat([cipher.update(ids), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

function unpack(ids: Buffer, index: number): string {
  return unpackId(ids.subarray(index * PACKED_ID_BYTES, (index + 1) * PACKED_ID_BYTES))
}

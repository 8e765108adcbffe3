import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../runtime/derived-key.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/**
 * Envelope senders, one for each email (VERP), so that the address of a report names the email that the report is
 * about.
 */
export interface BounceAddresses {
  readonly addressOf: (emailId: string) => string
  /** The email of an address that this installation made; null for any other address. */
  emailOf(address: string): string | null
}

const MAC_HEX = 20
const ADDRESS = /^b-([0-9a-f]{32})-([0-9a-f]{20})@(.+)$/

/**
 * Addresses at a domain of the installation. A key of the installation authenticates each address, so that no one else
 * can report a bounce of an email. The local part has 55 octets (RFC 5321, 4.5.3.1.1 allows 64) and survives a change
 * of letter case.
 */
export function createBounceAddresses(domain: string, keys: EncryptionKeys): BounceAddresses {
  const macOf = (id: string, key: string): string =>
    createHmac('sha256', deriveKey(key, 'bounce addresses')).update(id).digest('hex').slice(0, MAC_HEX)
  return {
    addressOf: (emailId) => {
      const id = emailId.replaceAll('-', '').toLowerCase()
      return `b-${id}-${macOf(id, keys[0])}@${domain}`
    },
    emailOf(address) {
      const [, id = '', mac = '', at = ''] = ADDRESS.exec(address.toLowerCase()) ?? []
      if (at !== domain.toLowerCase()) return null
      const isOurs = keys.some((key) => timingSafeEqual(Buffer.from(macOf(id, key)), Buffer.from(mac)))
      return isOurs ? id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
    },
  }
}

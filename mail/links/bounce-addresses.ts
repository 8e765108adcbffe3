import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../runtime/derived-key.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** Senders for envelopes, each of one email, so that a report that comes back tells which it is about (VERP). */
export interface BounceAddresses {
  readonly addressOf: (emailId: string) => string
  /** The email of an address that we made; null for any other. */
  emailOf(address: string): string | null
}

const MAC_HEX = 20
const ADDRESS = /^b-([0-9a-f]{32})-([0-9a-f]{20})@(.+)$/

/**
 * Addresses at a domain of our own. Each is authenticated by a key of the installation, so that nobody else can report
 * a bounce of an email; it has 55 octets before the `@` (RFC 5321, 4.5.3.1.1, allows 64), all of which survive a change
 * of case.
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

import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** The settings for the addresses in a message. */
export interface AddressSettings {
  /** The origin of the recipients' pages. */
  gatewayUrl: string
  /** The origin of tracked links and of the pixel. */
  trackingUrl: string
  /** The keys that encrypt recipients' links and sign tracking tokens. */
  encryptionKeys: EncryptionKeys
}

import type { Config } from '../../runtime/config.js'
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

/** These settings of an installation. */
export function addressSettingsOf(
  config: Pick<Config, 'GATEWAY_URL' | 'TRACKING_URL' | 'ENCRYPTION_KEY'>,
): AddressSettings {
  const { GATEWAY_URL: gatewayUrl, TRACKING_URL: trackingUrl = gatewayUrl, ENCRYPTION_KEY: encryptionKeys } = config
  return { gatewayUrl, trackingUrl, encryptionKeys }
}

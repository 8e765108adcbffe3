/** The settings for the addresses in a message. */
export interface AddressSettings {
  /** The origin of the recipients' pages. */
  gatewayUrl: string
  /** The origin of tracked links and of the pixel. */
  trackingUrl: string
  /** 32 bytes in hex; encrypts recipients' links and signs tracking tokens. */
  encryptionKey: string
}

import type { Config } from '../../runtime/config.js'
import { createDns, type Dns } from '../../runtime/dns/resolver.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import type { SenderIdentities } from '../../models/domain/sender-identities.js'

const DNS_LIMIT_MS = 5_000

/** What the checks of sender domains need of the installation. */
export interface DomainSetup {
  dns: Dns
  /** Null where the provider keeps no identities: then we sign mail ourselves, and DNS alone verifies a domain. */
  identities: SenderIdentities | null
  /** The name below a sender domain that SES uses as its MAIL FROM domain. */
  mailFromSubdomain: string
  encryptionKeys: EncryptionKeys
}

/** The MAIL FROM domain of a sender domain. */
export const mailFromDomainOf = (
  domain: string,
  { mailFromSubdomain }: Pick<DomainSetup, 'mailFromSubdomain'>,
): string => `${mailFromSubdomain}.${domain}`

/** The same by the settings. */
export function createDomainSetup(
  { DNS_SERVERS, MAIL_FROM_SUBDOMAIN, ENCRYPTION_KEY }: Config,
  identities: SenderIdentities | null,
): DomainSetup {
  return {
    dns: createDns({ servers: DNS_SERVERS, timeoutMs: DNS_LIMIT_MS }),
    identities,
    mailFromSubdomain: MAIL_FROM_SUBDOMAIN,
    encryptionKeys: ENCRYPTION_KEY,
  }
}

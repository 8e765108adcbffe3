import type { Config } from '../../../runtime/config.js'
import { createDns, type Dns } from '../../../runtime/dns/resolver.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import type { SenderIdentities } from '../../../models/domain/sender-identities.js'

const DNS_LIMIT_MS = 5_000

/** The dependencies of the checks of sender domains. */
export interface DomainSetup {
  dns: Dns
  /** The name servers for the ownership records. */
  ownershipDns: Dns
  /** Null when the provider has no identities. Then Posthorn signs mail itself, and DNS alone verifies a domain. */
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

/** Creates the dependencies from the settings. */
export function createDomainSetup(
  { DNS_SERVERS, OWNERSHIP_DNS_SERVERS, MAIL_FROM_SUBDOMAIN, ENCRYPTION_KEY }: Config,
  identities: SenderIdentities | null,
): DomainSetup {
  const dnsAt = (servers: readonly string[]): Dns => createDns({ servers, timeoutMs: DNS_LIMIT_MS })
  return {
    dns: dnsAt(DNS_SERVERS),
    ownershipDns: dnsAt(OWNERSHIP_DNS_SERVERS.length > 0 ? OWNERSHIP_DNS_SERVERS : DNS_SERVERS),
    identities,
    mailFromSubdomain: MAIL_FROM_SUBDOMAIN,
    encryptionKeys: ENCRYPTION_KEY,
  }
}

/** What the provider knows of a domain that we send from. */
export interface SenderIdentity {
  /** Whether the provider takes mail from the domain. */
  isVerified: boolean
  /** `FAILED`: the provider no longer looks for the records. */
  dkim: 'PENDING' | 'VERIFIED' | 'FAILED'
  /** The names of the three CNAME records of Easy DKIM begin with these. */
  dkimTokens: string[]
  /** The custom MAIL FROM domain, and whether the provider uses it. */
  mailFrom: { domain: string; isVerified: boolean } | null
}

/**
 * The registration of sender domains with the provider, where it keeps one (SES: email identities). Each call may be
 * repeated. Each throws SERVICE_UNAVAILABLE when the provider cannot be asked.
 */
export interface SenderIdentities {
  /** Where the provider takes bounces and complaints of a custom MAIL FROM domain: the host of its MX record. */
  readonly feedbackHost: string
  /** Registers a domain that may be registered already, and returns what the provider knows of it. */
  register(domain: string, mailFromDomain: string): Promise<SenderIdentity>
  /** Null for a domain that is not registered. */
  find(domain: string): Promise<SenderIdentity | null>
  /** Removes a domain that may be gone already. */
  remove(domain: string): Promise<void>
}

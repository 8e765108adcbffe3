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

/** A project that registers a domain. */
export interface IdentityClaim {
  projectId: string
  /** The token of its ownership record (`ownershipRecord`). */
  ownershipToken: string
  mailFromDomain: string
  /** Whether an identity that is there already was made for a project of this installation. */
  isOurs: boolean
}

/**
 * A domain as it is registered, and whether it was registered for this claim: by this call, or by one that was
 * repeated.
 */
export interface RegisteredIdentity extends SenderIdentity {
  isMade: boolean
}

/**
 * The registration of sender domains with the provider, where it keeps one (SES: email identities). Each call may be
 * repeated, and is made for a project: projects take turns. Each throws SERVICE_UNAVAILABLE when the provider cannot be
 * asked, or too much waits to be asked.
 */
export interface SenderIdentities {
  /** Where the provider takes bounces and complaints of a custom MAIL FROM domain: the host of its MX record. */
  readonly feedbackHost: string
  /**
   * Registers a domain that may be registered already, and returns what the provider knows of it. An identity that is
   * not ours is left as it is.
   */
  register(domain: string, claim: IdentityClaim): Promise<RegisteredIdentity>
  /** Null for a domain that is not registered. */
  find(domain: string, projectId: string): Promise<SenderIdentity | null>
  /**
   * Removes a domain that may be gone already; one that does not carry our tags was made by somebody else, and stays.
   */
  remove(domain: string, projectId: string): Promise<void>
}

/** The state of a sender domain at the provider. */
export interface SenderIdentity {
  /** Whether the provider accepts mail from the domain. */
  isVerified: boolean
  /** `FAILED`: the provider no longer looks for the records. */
  dkim: 'PENDING' | 'VERIFIED' | 'FAILED'
  /** The names of the three CNAME records of Easy DKIM begin with these tokens. */
  dkimTokens: string[]
  /** The custom MAIL FROM domain, and whether the provider uses it. */
  mailFrom: { domain: string; isVerified: boolean } | null
}

/** A project that registers a domain. */
export interface IdentityClaim {
  projectId: string
  /** The token of the project's ownership record (`ownershipRecord`). */
  ownershipToken: string
  mailFromDomain: string
  /** Whether an existing identity was created for a project of this installation. */
  isOurs: boolean
}

/**
 * The state of a registered domain, and whether it was registered for this claim, by this call or by an earlier attempt
 * of the call.
 */
export interface RegisteredIdentity extends SenderIdentity {
  isMade: boolean
}

/**
 * The registration of sender domains with a provider that has one (SES: email identities). Each call may be repeated.
 * Each call is made for a project, and projects take turns. A call throws SERVICE_UNAVAILABLE when the provider is
 * unavailable, or when too many calls wait.
 */
export interface SenderIdentities {
  /** The host in the MX record of a custom MAIL FROM domain, where the provider receives bounces and complaints. */
  readonly feedbackHost: string
  /**
   * Registers a domain, which may already be registered, and returns its state. An identity that is not ours stays
   * unchanged.
   */
  register(domain: string, claim: IdentityClaim): Promise<RegisteredIdentity>
  /** The state of a domain; null for a domain that is not registered. */
  find(domain: string, projectId: string): Promise<SenderIdentity | null>
  /** Removes a domain, which may already be removed. An identity without our tags has another creator, and stays. */
  remove(domain: string, projectId: string): Promise<void>
}

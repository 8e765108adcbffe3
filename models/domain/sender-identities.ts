/** The state of a sender domain at the provider. */
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
  /** Whether an existing identity was created for a project of this installation. */
  isOurs: boolean
}

/**
 * The state of a registered domain, and whether it was registered for this claim, by this call or an earlier attempt of
 * it.
 */
export interface RegisteredIdentity extends SenderIdentity {
  isMade: boolean
}

/**
 * The registration of sender domains with a provider that has one (SES: email identities). Each call may be repeated,
 * and is made for a project: projects take turns. Each throws SERVICE_UNAVAILABLE when the provider is unavailable, or
 * when too many calls wait.
 */
export interface SenderIdentities {
  /** The host of the MX record of a custom MAIL FROM domain, by which the provider receives bounces and complaints. */
  readonly feedbackHost: string
  /**
   * Registers a domain that may be registered already, and returns its state. An identity that is not ours stays
   * unchanged.
   */
  register(domain: string, claim: IdentityClaim): Promise<RegisteredIdentity>
  /** Null for a domain that is not registered. */
  find(domain: string, projectId: string): Promise<SenderIdentity | null>
  /**
   * Removes a domain that may be removed already. An identity without our tags was created by somebody else, and stays.
   */
  remove(domain: string, projectId: string): Promise<void>
}

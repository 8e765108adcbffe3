/** The answer of DNS about a recipient's domain. */
export interface MailDomain {
  exists: boolean
  hasMx: boolean
  /** Whether the domain accepts mail: by its MX records, or without any by its addresses (RFC 5321, 5.1; RFC 7505). */
  takesMail: boolean
  hasWebsite: boolean
}

/** The facts about an address. */
export interface AddressFacts {
  email: string
  isPlusAddressed: boolean
  isDisposable: boolean
  isPersonalEmail: boolean
  isAlias: boolean
  /** The address that its owner probably meant; null when the address looks right. */
  suggestedEmail: string | null
  /** The answer of DNS; null when DNS gave none. */
  domain: MailDomain | null
}

/** The answer to whether mail can be sent to an address. */
export interface Verification {
  email: string
  valid: boolean
  isDisposable: boolean
  isAlias: boolean
  isTypo: boolean
  isPlusAddressed: boolean
  isPersonalEmail: boolean
  domainExists: boolean
  hasWebsite: boolean
  hasMxRecords: boolean
  suggestedEmail?: string
  /** Sentences for a person. */
  reasons: string[]
}

/**
 * Judges an address. An address is invalid only if its domain does not exist or accepts no mail. A missing answer of
 * DNS proves nothing.
 */
export function judgeAddress(facts: AddressFacts): Verification {
  const { email, isPlusAddressed, isDisposable, isPersonalEmail, isAlias, suggestedEmail, domain } = facts
  const reasons = reasonsOf(facts)
  return {
    email,
    valid: domain === null || (domain.exists && domain.takesMail),
    isDisposable,
    isAlias,
    isTypo: suggestedEmail !== null,
    isPlusAddressed,
    isPersonalEmail,
    domainExists: domain?.exists ?? false,
    hasWebsite: domain?.hasWebsite ?? false,
    hasMxRecords: domain?.hasMx ?? false,
    ...(suggestedEmail === null ? {} : { suggestedEmail }),
    reasons: reasons.length > 0 ? reasons : ['No problems found'],
  }
}

function reasonsOf({ isPlusAddressed, isDisposable, isAlias, suggestedEmail, domain }: AddressFacts): string[] {
  return [
    ...(domain === null ? ['The domain could not be checked because DNS did not answer'] : []),
    ...(domain && !domain.exists ? ['The domain does not exist'] : []),
    ...(domain?.exists && !domain.takesMail ? ['The domain does not accept email'] : []),
    ...(suggestedEmail === null ? [] : [`The domain may be misspelled. Did you mean ${suggestedEmail}?`]),
    ...(isDisposable ? ['The address belongs to a disposable email service'] : []),
    ...(isAlias ? ['The address belongs to a forwarding service'] : []),
    ...(isPlusAddressed ? ['The address contains a plus tag'] : []),
  ]
}

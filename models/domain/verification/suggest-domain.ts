import { MISSPELLINGS, MISSPELT_ENDS, REAL_NEIGHBOURS, WELL_KNOWN_DOMAINS } from './well-known.js'

/** The facts about a domain that may be a misspelling. */
export interface SuspectDomain {
  /** In lower case and punycode. */
  domain: string
  /** Whether the last label of the domain is an existing top-level domain. */
  hasKnownEnd: boolean
  /** Whether DNS showed that the domain accepts no mail. Without an answer of DNS, the domain may accept mail. */
  takesNoMail: boolean
  /** Whether a list contains the domain as one with mailboxes, whatever DNS says. */
  isListed?: boolean
}

// In short names, one letter can make another real name: `gmx.com` and `me.com` are not misspellings.
const SHORTEST_NAME = 5

/**
 * The domain that `domain` misspells, or null. A domain that accepts mail, or is known to have mailboxes, is not a
 * misspelling, however close it is to a well-known domain, unless it is known to have no users.
 */
export function suggestDomain({ domain, hasKnownEnd, takesNoMail, isListed = false }: SuspectDomain): string | null {
  const correction = MISSPELLINGS[domain]
  if (correction !== undefined) return correction
  if (isListed || isReal(domain)) return null
  if (!hasKnownEnd) return withEnd(domain)
  if (!takesNoMail) return null
  return nearestTo(domain)
}

// `email.com`, `ymail.com` and others: each letter before `mail.com` makes another real domain.
const LETTER_MAIL = /^[a-z\d]mail\.com$/

function isReal(domain: string): boolean {
  return WELL_KNOWN_DOMAINS.includes(domain) || REAL_NEIGHBOURS.includes(domain) || LETTER_MAIL.test(domain)
}

function withEnd(domain: string): string | null {
  const dot = domain.lastIndexOf('.')
  const end = MISSPELT_ENDS[domain.slice(dot + 1)]
  if (end === undefined) return nearestTo(domain)
  const mended = domain.slice(0, dot + 1) + end
  return MISSPELLINGS[mended] ?? mended
}

function nearestTo(domain: string): string | null {
  const near = WELL_KNOWN_DOMAINS.filter((known) => isOneSlipAway(domain, known))
  return near.length === 1 ? (near[0] ?? null) : null
}

/** Whether one letter is missing, added, replaced, or swapped with the next (Damerau's four kinds of errors). */
function isOneSlipAway(one: string, other: string): boolean {
  if (other.indexOf('.') < SHORTEST_NAME) return false
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [a, b] = [one.slice(start), other.slice(start)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

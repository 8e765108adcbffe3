import { MISSPELLINGS, MISSPELT_ENDS, REAL_NEIGHBOURS, WELL_KNOWN_DOMAINS } from './well-known.js'

/** The facts about a domain that may be a misspelling. */
export interface SuspectDomain {
  /** In lower case and punycode. */
  domain: string
  /** Whether its last label is a top-level domain that exists. */
  hasKnownEnd: boolean
  /** Whether DNS showed that the domain accepts no mail; a domain of which DNS is silent may accept mail. */
  takesNoMail: boolean
  /** Whether a list has the domain as one with mailboxes, whatever DNS says. */
  isListed?: boolean
}

// In short names one letter makes another name: `gmx.com` and `me.com` are no misspellings.
const SHORTEST_NAME = 5

/**
 * The domain that another is a misspelling of, or null. A domain that accepts mail, or is known to have mailboxes, is
 * no misspelling, however close it is to a well-known domain, unless it is known to have no users.
 */
export function suggestDomain({ domain, hasKnownEnd, takesNoMail, isListed = false }: SuspectDomain): string | null {
  const known = MISSPELLINGS[domain]
  if (known !== undefined) return known
  if (isListed || isReal(domain)) return null
  if (!hasKnownEnd) return withEnd(domain)
  if (!takesNoMail) return null
  return nearestTo(domain)
}

// `email.com`, `ymail.com` and others: each letter before `mail.com` is a domain of its own.
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

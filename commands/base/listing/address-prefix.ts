import { normaliseAddressPart } from '../../../models/domain/addresses.js'
import { anyOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'

// No text that begins with a prefix sorts after the prefix with this character, the last of Unicode.
const LAST = '\u{10ffff}'

/** The texts that the addresses, or else their domains, of a search by prefix begin with. */
export interface Prefixes {
  addresses: string[]
  domains: string[]
}

/**
 * The prefixes that a search text stands for, in lower case. A text that begins with `@` finds domains alone, and one
 * with `@` in it addresses alone. A whole domain in Unicode also finds its spelling in ASCII.
 */
export function prefixesOf(search: string): Prefixes {
  const spellings = [...new Set([normaliseAddressPart(search), search.toLowerCase()])]
  if (search.startsWith('@')) return { addresses: [], domains: spellings.map((text) => text.slice(1)) }
  return { addresses: spellings, domains: search.includes('@') ? [] : spellings }
}

/** A range of texts, from `$gte` on and before `$lt`. */
export interface TextRange {
  $gte?: string
  $lt?: string
}

/** The ranges of all texts that begin with none of the prefixes. */
export function rangesWithout(prefixes: readonly string[]): TextRange[] {
  const sorted = prefixes.toSorted(compareTexts)
  return [...sorted, null].map((next, n) => {
    const before = sorted[n - 1]
    return { ...(before === undefined ? {} : { $gte: before + LAST }), ...(next === null ? {} : { $lt: next }) }
  })
}

/** Whether a text is in a range, in the order in which MongoDB compares texts. */
export function isInRange(text: string, { $gte, $lt }: TextRange): boolean {
  const isAfter = $gte === undefined || compareTexts(text, $gte) >= 0
  return isAfter && ($lt === undefined || compareTexts(text, $lt) < 0)
}

/** Compares texts as MongoDB sorts them, by their bytes in UTF-8. */
export function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** The filter for contacts whose `field` begins with any of the prefixes; an index on the field can answer it. */
export function beginningWith(field: 'email' | 'domain', prefixes: readonly string[]): MongoFilter {
  return anyOf(prefixes.map((prefix) => ({ [field]: { $gte: prefix, $lt: prefix + LAST } })))
}

import { normaliseAddressPart } from '../models/domain/addresses.js'
import { anyOf, type MongoFilter } from '../models/domain/conditions/mongo-filter.js'

// No text that begins with a prefix sorts after the prefix with this character, the last of Unicode.
const LAST = '\u{10ffff}'

/** The texts that the addresses, or else their domains, of a search by prefix begin with. */
export interface Prefixes {
  addresses: string[]
  domains: string[]
}

/**
 * The prefixes that a search text stands for, in lower case. A text that begins with `@` finds domains alone, and a text
 * with `@` in it addresses alone. A whole domain in Unicode also finds its spelling in ASCII.
 */
export function prefixesOf(search: string): Prefixes {
  const spellings = [...new Set([normaliseAddressPart(search), search.toLowerCase()])]
  if (search.startsWith('@')) return { addresses: [], domains: spellings.map((text) => text.slice(1)) }
  return { addresses: spellings, domains: search.includes('@') ? [] : spellings }
}

/** The filter for contacts whose `field` begins with any of the prefixes; an index on the field can answer it. */
export function beginningWith(field: 'email' | 'domain', prefixes: readonly string[]): MongoFilter {
  return anyOf(prefixes.map((prefix) => ({ [field]: { $gte: prefix, $lt: prefix + LAST } })))
}

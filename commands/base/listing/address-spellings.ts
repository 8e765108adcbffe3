import { domainToUnicode } from 'node:url'
import { domainOf, isPlain, normaliseAddress, normaliseAddressPart } from '../../../models/domain/addresses.js'
import { containing, literalPattern } from '../../../models/domain/text-pattern.js'

/**
 * The spellings in which an address may be stored, its normalised spelling first. Records that come from elsewhere may
 * have a domain in Unicode, or letters that are not composed (Unicode NFD). Nearly every address has one spelling.
 */
export function spellingsOf(address: string): string[] {
  const identity = normaliseAddress(address)
  if (isPlain(identity)) return [identity]
  const domain = domainOf(identity)
  const local = identity.slice(0, identity.length - domain.length)
  const domains = [domain, domainToUnicode(domain)]
  const locals = [local, local.normalize('NFD')]
  const spelling = address.trim().toLowerCase()
  return [...new Set([identity, ...locals.flatMap((word) => domains.map((name) => word + name)), spelling])]
}

/** The filter on an address in any of its spellings. */
export function spelledAs(address: string): string | { $in: string[] } {
  const spellings = spellingsOf(address)
  const [identity = ''] = spellings
  return spellings.length === 1 ? identity : { $in: spellings }
}

/** The filter on any of some addresses in any of their spellings. */
export function spelledAsAny(addresses: readonly string[]): { $in: string[] } {
  return { $in: addresses.flatMap(spellingsOf) }
}

/** The filter on addresses that contain a text, ignoring case; a domain in Unicode also finds its spelling in ASCII. */
export function addressContaining(search: string): { $regex: string; $options: 'i' } {
  const part = normaliseAddressPart(search)
  const literal = containing(search)
  return part === search.toLowerCase() ? literal : { ...literal, $regex: `${literal.$regex}|${literalPattern(part)}` }
}

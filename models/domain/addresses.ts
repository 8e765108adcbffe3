import { utf8Length } from './utf8-length.js'

const MAX_ADDRESS_OCTETS = 254
const MAX_LOCAL_PART_OCTETS = 64
const MAX_DOMAIN_LABEL_LENGTH = 63

// The characters of RFC 5322's dot-atom, and every non-ASCII letter, mark, number and symbol (RFC 6531).
const LOCAL_PART_WORD = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}\p{S}-]+$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

/** The spelling of an address that is stored and looked up: trimmed and in lower case. */
export function normaliseAddress(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Whether a text is an address that mail can be sent to: within the lengths of RFC 5321, with a dotted domain (Unicode
 * included). Quoted local parts are refused, because hardly any mailbox has one.
 */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || utf8Length(text) > MAX_ADDRESS_OCTETS) return false
  return isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

/** The part of an address after its last `@`; empty without one. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '' : address.slice(at + 1)
}

function isLocalPart(text: string): boolean {
  if (utf8Length(text) > MAX_LOCAL_PART_OCTETS) return false
  return text.split('.').every((word) => LOCAL_PART_WORD.test(word))
}

/** Whether a text is a domain name with a dot, Unicode included, and no IP address. */
export function isDomain(text: string): boolean {
  const labels = text.split('.')
  const top = labels.at(-1) ?? ''
  // A numeric top-level label is an IP address without its brackets.
  if (labels.length < 2 || /^\d+$/.test(top)) return false
  return labels.every((label) => label.length <= MAX_DOMAIN_LABEL_LENGTH && DOMAIN_LABEL.test(label))
}

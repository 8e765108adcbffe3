import { utf8Length } from './utf8-length.js'

const MAX_ADDRESS_OCTETS = 254
const MAX_LOCAL_PART_OCTETS = 64
const MAX_DOMAIN_LABEL_LENGTH = 63

// The printable ASCII of RFC 5322's dot-atom, and any other letter, mark, number or symbol (RFC 6531).
const LOCAL_PART_WORD = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}\p{S}-]+$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

/** The one spelling under which an address is stored and looked up. */
export function normaliseAddress(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Whether the text is a mailbox that mail can be sent to: the lengths of RFC 5321, a dotted
 * domain (also in Unicode), and no quoted local part, since hardly any mailbox has one.
 */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || utf8Length(text) > MAX_ADDRESS_OCTETS) return false
  return isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

/** What follows the `@`; the empty string when nothing does. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '' : address.slice(at + 1)
}

function isLocalPart(text: string): boolean {
  if (utf8Length(text) > MAX_LOCAL_PART_OCTETS) return false
  return text.split('.').every((word) => LOCAL_PART_WORD.test(word))
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  const top = labels.at(-1) ?? ''
  // A numeric top level would be an IP address without its brackets.
  if (labels.length < 2 || /^\d+$/.test(top)) return false
  return labels.every((label) => label.length <= MAX_DOMAIN_LABEL_LENGTH && DOMAIN_LABEL.test(label))
}

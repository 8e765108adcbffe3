import { parseUrl } from './url.js'
import { utf8Length } from './utf8-length.js'

const MAX_ADDRESS_OCTETS = 254
const MAX_LOCAL_PART_OCTETS = 64
const MAX_DOMAIN_LABEL_LENGTH = 63

// The characters of RFC 5322's dot-atom, and every non-ASCII letter, mark, number and symbol (RFC 6531). The symbols of
// Unicode include `<` and `>`, by which a mail server would read another address.
const LOCAL_PART_WORD = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?!\p{ASCII})[\p{L}\p{M}\p{N}\p{S}])+$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

// Most addresses are ASCII without an A-label, and need no further check of their domain.
const PLAIN = /^(?!.*xn--)[\x21-\x7e]*$/i
// Dots between labels, as input methods for Chinese and Japanese write them (UTS 46, section 2.3).
const FOREIGN_DOTS = /[\u3002\uff0e\uff61]/g

/**
 * The identity of an address, by which the address is stored and found. The domain is in ASCII and lower case (UTS 46),
 * and the local part in NFC and lower case. Spellings of one mailbox have one identity (RFC 5890, 2.3.2.4).
 */
export function normaliseAddress(text: string): string {
  const trimmed = text.trim()
  if (isPlain(trimmed)) return trimmed.toLowerCase()
  const at = trimmed.lastIndexOf('@')
  if (at < 0) return trimmed.toLowerCase()
  // The lower case of one letter can be two characters, which NFC then composes.
  const local = trimmed.slice(0, at).normalize('NFC').toLowerCase().normalize('NFC')
  return `${local}@${asciiDomain(trimmed.slice(at + 1))}`
}

/**
 * The spelling of an address in headers and envelopes: trimmed, with the identity of its domain. The local part stays
 * unchanged, because only the receiving host may interpret it (RFC 5321, 2.4).
 */
export function spellAddress(text: string): string {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  return at < 0 ? trimmed : `${trimmed.slice(0, at)}@${asciiDomain(trimmed.slice(at + 1))}`
}

/** The form of a part of an address, such as `@müller.example`, in the identities of addresses. */
export function normaliseAddressPart(text: string): string {
  const at = text.lastIndexOf('@')
  return at < 0 ? asciiDomain(text.normalize('NFC')) : normaliseAddress(text)
}

/** A domain in ASCII and lower case (UTS 46). A text that is not a domain is only put into lower case. */
export function asciiDomain(text: string): string {
  const lower = text.toLowerCase()
  if (isPlain(lower)) return lower
  const dotted = lower.replaceAll(FOREIGN_DOTS, '.').normalize('NFC')
  if (!isDomain(dotted)) return lower
  return parseUrl(`http://${dotted}`)?.hostname ?? lower
}

/**
 * Whether mail can be sent to an address: its lengths are within RFC 5321, and its domain (Unicode included) has a dot.
 * Quoted local parts are refused, because hardly any mailbox has one.
 */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || utf8Length(text) > MAX_ADDRESS_OCTETS) return false
  return isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

/** Whether a text can differ only by letter case from other spellings: it is ASCII without an encoded label. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text)
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

/** Whether a text is a domain name with a dot, Unicode included, and not an IP address. */
export function isDomain(text: string): boolean {
  const labels = text.split('.')
  const top = labels.at(-1) ?? ''
  // A numeric top-level label is an IP address without its brackets.
  if (labels.length < 2 || /^\d+$/.test(top)) return false
  return labels.every((label) => label.length <= MAX_DOMAIN_LABEL_LENGTH && DOMAIN_LABEL.test(label))
}

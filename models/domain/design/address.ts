import type { Reading } from './reading.js'

const MAX_ADDRESS_LENGTH = 2_000
const OUTPUT = /\{\{([^{}]*)\}\}/g
const LINK = /^(?:https?:\/\/\S|mailto:\S|tel:\S)/i
const WEB = /^https?:\/\/\S/i
const FALLBACK = /^"[^"\\{}<>&]*"$/

/** A part of an address: text as it stands, or a field with a fallback. */
export type AddressPart = string | { field: string; fallback?: string }

/** The address to unsubscribe and the one of the preferences, as a link of a design names them. */
export const UNSUBSCRIBE_ADDRESS = '{{ unsubscribeUrl }}'
export const PREFERENCES_ADDRESS = '{{ manageUrl }}'

/**
 * Splits an address into its text and its fields: `https://example.com/orders/{{ order ?? "0" }}`. Null where the
 * address has any other Liquid.
 */
export function addressParts(address: string): AddressPart[] | null {
  const parts: AddressPart[] = []
  let from = 0
  for (const { 0: output, 1: content = '', index } of address.matchAll(OUTPUT)) {
    const part = readOutput(content)
    if (!part) return null
    if (index > from) parts.push(address.slice(from, index))
    parts.push(part)
    from = index + output.length
  }
  if (from < address.length) parts.push(address.slice(from))
  return parts.some((part) => typeof part === 'string' && /[{}]/.test(part)) ? null : parts
}

function readOutput(content: string): AddressPart | null {
  const [name = '', fallback, ...more] = content.split('??').map((part) => part.trim())
  if (name === '' || /["'|<>&\\]/.test(name) || more.length > 0) return null
  if (fallback === undefined) return { field: name }
  return FALLBACK.test(fallback) ? { field: name, fallback: fallback.slice(1, -1) } : null
}

/** Reads the target of a link: http, https, mailto, tel, or an address that begins with a field. */
export function readLink(reading: Reading, value: unknown, at: string): string | null {
  const message = 'Must be an address that begins with https://, http://, mailto: or tel:'
  return readAddress(reading, { value, at, scheme: LINK, message })
}

/** Reads the address of a picture or a profile: http, https, or an address that begins with a field. */
export function readWebAddress(reading: Reading, value: unknown, at: string): string | null {
  return readAddress(reading, { value, at, scheme: WEB, message: 'Must be an address that begins with https://' })
}

interface Sent {
  value: unknown
  at: string
  scheme: RegExp
  message: string
}

function readAddress(reading: Reading, { value, at, scheme, message }: Sent): string | null {
  const text = reading.text(typeof value === 'string' ? value.trim() : value, at, { min: 1, max: MAX_ADDRESS_LENGTH })
  if (text === null) return null
  const parts = addressParts(text)
  if (!parts) return reading.refuse(at, 'A field in an address is {{ field }} or {{ field ?? "fallback" }}', 'custom')
  const [first] = parts
  if (typeof first === 'string' && !scheme.test(text)) return reading.refuse(at, message, 'invalid_string')
  // eslint-disable-next-line no-control-regex -- These characters have no place in an address.
  const isBroken = parts.some((part) => typeof part === 'string' && /[\s\u0000-\u001f\u007f<>"]/.test(part))
  return isBroken ? reading.refuse(at, 'An address has no spaces, quotes or angle brackets', 'invalid_string') : text
}

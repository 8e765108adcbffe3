import { addressParts, type AddressPart } from '../../models/domain/design/address.js'
import { escapeAttribute, escapeText } from './escape.js'

// A name that Liquid reads as it is: words of letters and digits, joined by spaces, hyphens and dots.
const PLAIN_NAME = /^\p{L}[\p{L}\p{N}_]*(?:[ .-][\p{L}\p{N}_]+)*$/u
const RESERVED = new Set('and or not contains in true false nil null empty blank'.split(' '))

/** The names that a template defines, such as that of a repeat's entry. */
export type LocalNames = ReadonlySet<string>

/**
 * The name of a field in Liquid. A name that is no name in Liquid becomes a lookup in the fields of the contact, or in
 * the entry of a repeat that it begins with.
 */
export function liquidName(field: string, locals: LocalNames): string {
  const isPlain = PLAIN_NAME.test(field) && !field.split(/[ .-]/).some((word) => RESERVED.has(word))
  if (isPlain) return field
  const dot = field.indexOf('.')
  const [first, rest] = dot === -1 ? ['', ''] : [field.slice(0, dot), field.slice(dot + 1)]
  return rest !== '' && locals.has(first) ? `${first}[${liquidString(rest)}]` : `data[${liquidString(field)}]`
}

/** A text in quotes, for an expression in the text of a document. */
export function liquidString(text: string): string {
  return `"${escapeInQuotes(text)}"`
}

/** An output of a field, for the text of a document. */
export function liquidOutput(field: string, fallback: string | undefined, locals: LocalNames): string {
  const name = liquidName(field, locals)
  return `{{ ${name}${fallback ? ` ?? "${escapeInQuotes(fallback)}"` : ''} }}`
}

/** An address for an attribute between double quotes, with its fields as outputs. */
export function liquidAddress(address: string, locals: LocalNames): string {
  return (addressParts(address) ?? []).map((part) => partOfAddress(part, locals)).join('')
}

function partOfAddress(part: AddressPart, locals: LocalNames): string {
  if (typeof part === 'string') return escapeAttribute(part)
  const { field, fallback } = part
  // The quotes would end the attribute; Liquid decodes them.
  return liquidOutput(field, fallback, locals).replaceAll('"', '&quot;')
}

// HTML shows quotes as they are. As entities they would end the string, because Liquid decodes entities first.
function escapeInQuotes(text: string): string {
  return escapeText(text.replaceAll(/\s+/g, ' '))
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '&#37;')
    .replaceAll('&quot;', '\\"')
    .replaceAll('&#39;', "'")
}

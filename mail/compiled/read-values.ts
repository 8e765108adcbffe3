import { isPlainValue } from './plain-value.js'
import { TOKEN_FIELD } from './compiled-text.js'
import type { Markers } from './markers.js'
import type { RenderedTemplate } from './template-fields.js'

/** The values of a body for one recipient, divided by the way in which they enter the document. */
export interface ReadValues {
  /** By field: the token of the recipient's links, and the plain values; empty for other values. */
  fieldValues: string[]
  /** The values to compile the body with: markers for plain values, and the other values themselves. */
  variantValues: string[]
  /** Names the variant of the body that has these other values. */
  key: string
}

const BLOCK = 8

interface Reading {
  /** Fields whose values may change the document. */
  variantFields: ReadonlySet<number>
  /** The token of the recipient's links. */
  token: string
  markers: Markers
}

/**
 * Divides values into plain values, which are filled in, and values that may change the document. Null where two values
 * of one field differ. Null as well where a value contains some characters of the recipient's token: no marker can
 * replace a text that a template made from the token.
 */
export function readValues(
  { values, fields }: RenderedTemplate,
  { variantFields, token, markers }: Reading,
): ReadValues | null {
  const fieldValues = Array.from({ length: nextField(fields) }, () => '')
  fieldValues[TOKEN_FIELD] = token
  const variantValues: string[] = []
  let key = ''
  for (const [index, value] of values.entries()) {
    const field = fields[index] ?? index + 1
    const hasToken = value.includes(token)
    const isFilledIn = !hasToken && !variantFields.has(field) && isPlainValue(value)
    const rest = hasToken ? value.replaceAll(token, markers.token) : value
    const isOther = isFilledIn && fieldValues[field] !== '' && fieldValues[field] !== value
    if (isOther || hasSomeOf(token, rest)) return null
    if (isFilledIn) fieldValues[field] = value
    variantValues.push(isFilledIn ? markers.of(field) : rest)
    // The length comes first, so that one value cannot look like the key of several.
    if (!isFilledIn) key += `${index}:${rest.length}:${rest}`
  }
  return { fieldValues, variantValues, key }
}

/** The number after the last field. */
export function nextField(fields: readonly number[]): number {
  return fields.reduce((most, field) => Math.max(most, field), TOKEN_FIELD) + 1
}

/** Whether a text contains 15 consecutive characters of a token. */
function hasSomeOf(token: string, text: string): boolean {
  if (text.length < 2 * BLOCK - 1) return false
  for (let p = 0; p + BLOCK <= token.length; p += BLOCK) {
    if (text.includes(token.slice(p, p + BLOCK))) return true
  }
  return false
}

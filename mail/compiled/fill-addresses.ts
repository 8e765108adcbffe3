import { withParameters, type LinkParameter } from '../../models/domain/utm.js'
import { escapeHtml } from '../rendering/escape-html.js'
import { fillFields, type CompiledText } from './compiled-text.js'
import { plainText } from './plain-value.js'

/** The values of a recipient by field: escaped for HTML, and as text. */
interface FilledValues {
  values: readonly string[]
  texts: readonly string[]
}

// What a value between two parts may not hold: line ends, other white space than single spaces, and control characters.
const NOT_PLAIN = /[^\S ]| {2}|[\p{Cc}\p{Cs}\u200b]/u

/**
 * Adds the addresses of a recipient, with their parameters, to the values of the recipient. Null where an address is
 * not plain text.
 */
export function fillAddresses(
  addresses: readonly CompiledText[],
  values: readonly string[],
  parameters: readonly LinkParameter[],
): FilledValues | null {
  const texts = values.map(plainText)
  if (addresses.length === 0) return { values, texts }
  const filled = addresses.map((address) => withParameters(fillFields(address, texts), parameters))
  if (filled.some((address) => NOT_PLAIN.test(address))) return null
  return { values: [...values, ...filled.map(escapeHtml)], texts: [...texts, ...filled] }
}

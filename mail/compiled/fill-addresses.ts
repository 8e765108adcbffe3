import { withParameters, type LinkParameter } from '../../models/domain/utm.js'
import { escapeHtml } from '../rendering/escape-html.js'
import { fillFields, type CompiledText } from './compiled-text.js'
import { plainText } from './plain-value.js'

/** The values of a recipient by field: escaped for HTML, and as text. */
interface FilledValues {
  values: readonly string[]
  texts: readonly string[]
}

/** Adds the addresses of a recipient, with their parameters, to the values of the recipient. */
export function fillAddresses(
  addresses: readonly CompiledText[],
  values: readonly string[],
  parameters: readonly LinkParameter[],
): FilledValues {
  const texts = values.map(plainText)
  if (addresses.length === 0) return { values, texts }
  const filled = addresses.map((address) => withParameters(fillFields(address, texts), parameters))
  return { values: [...values, ...filled.map(escapeHtml)], texts: [...texts, ...filled] }
}

import { jsonValue } from '../json-value.js'
import type { PrintedValue } from '../print-values.js'

const ENCODING = new Set(['json', 'jsonify'])

/**
 * The JSON that a template prints. A value within one of the author's strings is escaped for the string. Elsewhere a
 * value is written as JSON, so that a number stays a number and a text gets quotes. The result of the filter `json`
 * stays as it is. Throws RenderError for a number that is not finite.
 */
export function jsonText(parts: readonly (string | PrintedValue)[]): string {
  const reader = new StringReader()
  return parts
    .map((part) => {
      if (typeof part !== 'string') return valueText(part, reader.isInString)
      reader.read(part)
      return part
    })
    .join('')
}

function valueText({ value, text, lastFilter }: PrintedValue, isInString: boolean): string {
  const isJson = lastFilter !== null && ENCODING.has(lastFilter)
  if (isJson && typeof value === 'string') return value
  return isInString ? JSON.stringify(text).slice(1, -1) : JSON.stringify(jsonValue(value) ?? null)
}

/** Follows the author's text in a JSON template. */
class StringReader {
  isInString = false
  private isEscaped = false

  /** Reads the next text, and returns its part outside of strings. */
  read(text: string): string {
    let outside = ''
    for (const character of text) {
      if (!this.isInString) outside += character
      if (this.isEscaped) this.isEscaped = false
      else if (character === '\\' && this.isInString) this.isEscaped = true
      else if (character === '"') this.isInString = !this.isInString
    }
    return outside
  }
}

// Stands for a value. Of a string, only the first quote counts as outside.
const VALUE = '\uFFFC'
const BETWEEN_WORDS = /[\s{}[\]:,"\uFFFC]/
const WORD = /^(?:|true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i

/**
 * Whether a template prints a JSON object or array for any values. `literals` are the author's texts between the
 * values. `isBranching` says that the template does not always print all of them.
 */
export function isJsonAround(literals: readonly string[], isBranching: boolean): boolean {
  const whole = literals.join(VALUE).trim()
  if (!/^[{[]/.test(whole) || !/[}\]]$/.test(whole)) return false
  const reader = new StringReader()
  const outside = reader.read(whole)
  if (reader.isInString || !outside.split(BETWEEN_WORDS).every((word) => WORD.test(word))) return false
  return isBranching || isOneValue(outside)
}

function isOneValue(outside: string): boolean {
  const open: string[] = []
  for (let p = 0; p < outside.length; p += 1) {
    const character = outside.charAt(p)
    if (character === '{' || character === '[') open.push(character)
    if (character !== '}' && character !== ']') continue
    if (open.pop() !== (character === '}' ? '{' : '[')) return false
    if (open.length === 0) return p === outside.length - 1
  }
  return false
}

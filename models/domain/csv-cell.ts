import { isFormula, replaceInnerSeparators } from './csv-formula.js'
import { trimText } from './trim-text.js'

// Control characters other than tabs and line breaks. Half of a surrogate pair has no UTF-8 form.
const UNPRINTABLE = /(?![\t\r\n])[\p{Cc}\p{Surrogate}]/u
const JSON_BEGINNING = /^(?:["[{\-\d]|(?:true|false|null)$)/
/** Begins the names of the columns of custom fields in exports. */
export const FIELD_PREFIX = 'data.'
const INTEGER = /^-?\d+$/

/**
 * Writes a value as the text of a CSV cell, before the quotation marks of RFC 4180. `readCell` reads back the same
 * value. A cell is the JSON of its value. A string is written without the marks of JSON if it would be read as the same
 * string and is no formula for a spreadsheet program. An absent value is an empty cell.
 */
export function writeCell(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string' && isPlain(value)) return value
  // A semicolon or a bar is only found within the strings of a JSON text, where the escape means the same.
  return replaceInnerSeparators(JSON.stringify(value), escapeInJson)
}

/**
 * The value of a CSV cell: the value of its JSON, or else its text without blanks around it; undefined for a blank
 * cell. A number that JavaScript does not hold exactly stays text, such as a long order number.
 */
export function readCell(cell: string): unknown {
  const text = trimText(cell)
  if (text === '') return undefined
  if (!JSON_BEGINNING.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' && !isExact(value, text) ? text : value
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** The text of a CSV cell in a column of texts, such as addresses: a JSON string, or else the trimmed cell itself. */
export function readTextCell(cell: string): string {
  const text = trimText(cell)
  const value = text.startsWith('"') ? readCell(text) : text
  return typeof value === 'string' ? value : text
}

/**
 * The name of a column: the text of its cell, as other programs write it. Only the name of a custom field in the form
 * that `writeCell` gives it, which no other program uses, is decoded.
 */
export function readHeaderCell(cell: string): string {
  const text = trimText(cell)
  const value = text.startsWith(`"${FIELD_PREFIX}`) ? readCell(text) : text
  return typeof value === 'string' && writeCell(value) === text ? value : text
}

function isPlain(text: string): boolean {
  return !text.startsWith('"') && !isFormula(text) && !UNPRINTABLE.test(text) && readCell(text) === text
}

function escapeInJson(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function isExact(value: number, text: string): boolean {
  if (!Number.isFinite(value)) return false
  return Number.isSafeInteger(value) || !INTEGER.test(text) || String(value) === text
}

import { invalid, type FieldError } from './errors.js'
import { isPlainObject } from './fields.js'
import type { ColumnMapping } from './import-map.js'
import { dataKeyOf, MAX_COLUMNS } from './import-names.js'
import { trimText } from './trim-text.js'

const EXAMPLE = '{ "E-mail": "email", "First name": "data.firstName", "Notes": null }'
const WORDS = ['email', 'subscribed', 'unsubscribed'] as const

/**
 * Reads the parameter `columns` of an import: a JSON object with the meaning of each named column, which is `email`,
 * `subscribed`, `unsubscribed`, `data.<key>`, or null for none. Throws VALIDATION_ERROR on `columns`.
 */
export function readColumnsOption(text: string): ColumnMapping[] {
  const entries = Object.entries(parseObject(text))
  if (entries.length > MAX_COLUMNS) throw badOption(`columns can name at most ${MAX_COLUMNS} columns`)
  const faults: FieldError[] = []
  const mappings = entries.map(([name, target]): ColumnMapping => {
    const column = dataKeyOf(name) === null ? trimText(name) : name
    const mapping = mappingOf(column, target)
    if (mapping) return mapping
    const message = `Map the column to ${WORDS.join(', ')}, data.<key> or null`
    faults.push({ field: `columns.${column}`, code: 'custom', message })
    return { column, target: 'ignore', option: 'columns' }
  })
  if (faults.length > 0) throw invalid(faults)
  const addresses = mappings.filter(({ target }) => target === 'email').map(({ column }) => column)
  if (addresses.length > 1) throw badOption(`Both ${addresses[0]} and ${addresses[1]} are mapped to email`)
  return mappings
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isPlainObject(value)) return value
  } catch {
    // Text that is no JSON is refused below, like JSON of another kind.
  }
  throw badOption(`columns must be a JSON object such as ${EXAMPLE}`)
}

function mappingOf(column: string, target: unknown): ColumnMapping | null {
  const option = 'columns'
  if (target === null) return { column, target: 'ignore', option }
  if (typeof target !== 'string') return null
  const word = WORDS.find((each) => each === target)
  if (word) return { column, target: word, option }
  const key = dataKeyOf(target)
  return key === null ? null : { column, target: 'data', key, option }
}

function badOption(message: string): Error {
  return invalid([{ field: 'columns', code: 'custom', message }])
}

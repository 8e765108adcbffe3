/** Type of a custom field, fixed by the first value of its key in a project. */
export type FieldType = 'number' | 'boolean' | 'date' | 'string'

// MongoDB interprets dots and dollar signs and refuses NUL, and a path cannot have an empty part. Half of a surrogate
// pair has no UTF-8 form, so two such keys would be stored as one.
const ESCAPED = /[%.$\0]|\p{Surrogate}/gu
const ESCAPES = /%(?:25|2E|24|00|5F|D[89A-F][\dA-F]{2})/g
const EMPTY_KEY = '%'
// The driver would treat an object with this key as one of its own types.
const TYPE_KEY = '_bsontype'

/** The stored form of a literal key, different for every key. */
export function escapeKey(key: string): string {
  if (key === '') return EMPTY_KEY
  return key === TYPE_KEY ? escapeCharacter('_') + key.slice(1) : key.replaceAll(ESCAPED, escapeCharacter)
}

/** The literal form of a stored key. */
export function unescapeKey(stored: string): string {
  if (stored === EMPTY_KEY) return ''
  // A fast path: most keys have no escapes, and this runs for every field of every recipient.
  if (!stored.includes('%')) return stored
  return stored.replaceAll(ESCAPES, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)))
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** The stored form of a value: all keys of all plain objects in it are escaped. */
export function escapeData<T>(value: T): T
export function escapeData(value: unknown): unknown {
  return mapKeys(value, escapeKey)
}

/** The literal form of a stored value. */
export function unescapeData<T>(value: T): T
export function unescapeData(value: unknown): unknown {
  return mapKeys(value, unescapeKey)
}

/** Whether a value is a plain object, and not an array, a date or another class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function mapKeys(value: unknown, change: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, change))
  if (!isPlainObject(value)) return value
  // fromEntries defines own properties, so that a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapKeys(item, change)]))
}

/**
 * The value at a path such as `profile.tier`; undefined when there is none. At every level the longest literal key is
 * tried first, so that a key with dots wins over a nested one. Array elements and inherited properties do not count.
 */
export function lookUp(data: unknown, path: string): unknown {
  return lookUpParts(data, path.split('.'), 0)
}

function lookUpParts(value: unknown, parts: string[], from: number): unknown {
  if (from === parts.length) return value
  if (!isPlainObject(value)) return undefined
  for (let to = parts.length; to > from; to -= 1) {
    const key = parts.slice(from, to).join('.')
    if (!Object.hasOwn(value, key)) continue
    const found = lookUpParts(value[key], parts, to)
    if (found !== undefined) return found
  }
  return undefined
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z)?$/

/** The type of a field by its first value. Objects and arrays count as strings. */
export function inferType(value: unknown): FieldType {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string' && isDate(value)) return 'date'
  return 'string'
}

function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  // Day 0 of the next month is the last day of this one.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay
}

import { AppError } from './errors.js'

/** What the columns of a CSV file are; positions count from 0. */
export interface ImportColumns {
  email: number
  subscribed: number | null
  /** The other columns, each with the key of its custom field. */
  fields: { position: number; key: string }[]
  /** How many cells a row has at most. */
  count: number
}

const MAX_COLUMNS = 600
const MAX_NAME_LENGTH = 255

/**
 * What a header row names: `email` and `subscribed` in whatever case, and custom fields as they are written.
 * Columns without a name, which spreadsheets leave behind, are nobody's. Throws BAD_REQUEST on `file`.
 */
export function readHeader(header: readonly string[]): ImportColumns {
  if (header.length > MAX_COLUMNS) throw badHeader(`The header has more than ${MAX_COLUMNS} columns`)
  const columns: ImportColumns = { email: -1, subscribed: null, fields: [], count: header.length }
  const seen = new Set<string>()
  for (const [position, name] of header.entries()) {
    if (name.trim() === '') continue
    if (name.length > MAX_NAME_LENGTH) {
      throw badHeader(`The name of column ${position + 1} is longer than ${MAX_NAME_LENGTH} characters`)
    }
    const key = standardName(name) ?? name
    if (seen.has(key)) throw badHeader(`The header names ${key} more than once`)
    seen.add(key)
    if (key === 'email') columns.email = position
    else if (key === 'subscribed') columns.subscribed = position
    else columns.fields.push({ position, key })
  }
  if (columns.email < 0) throw badHeader('The header has no column named email')
  return columns
}

/** Whether a header row has the column that every import needs. */
export function namesEmail(header: readonly string[]): boolean {
  return header.some((name) => standardName(name) === 'email')
}

/** The refusal of a file because of its beginning. */
export function badHeader(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { errors: [{ field: 'file', code: 'custom', message }] })
}

function standardName(name: string): 'email' | 'subscribed' | null {
  const word = name.trim().toLowerCase()
  return word === 'email' || word === 'subscribed' ? word : null
}

import { AppError } from './errors.js'

/** The columns of a CSV file; positions count from 0. */
export interface ImportColumns {
  email: number
  subscribed: number | null
  /** Columns of custom fields, each with the literal key. */
  fields: { position: number; key: string }[]
  /** Limit on the cells of a row. */
  count: number
}

const MAX_COLUMNS = 600
const MAX_NAME_LENGTH = 255

/**
 * Reads a header row: `email` and `subscribed` in any case, and custom fields by their exact names. Columns without a
 * name, which spreadsheets often add, are ignored. Throws BAD_REQUEST on `file`.
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

/** Whether a header row has an `email` column, which every import needs. */
export function namesEmail(header: readonly string[]): boolean {
  return header.some((name) => standardName(name) === 'email')
}

/** The error for a file with a bad header. */
export function badHeader(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { errors: [{ field: 'file', code: 'custom', message }] })
}

function standardName(name: string): 'email' | 'subscribed' | null {
  const word = name.trim().toLowerCase()
  return word === 'email' || word === 'subscribed' ? word : null
}

import { consentReadingOf } from './consent-columns.js'
import type { ConsentReading } from './consent-words.js'
import { AppError } from './errors.js'
import { badMap, mapParameter, targetsOf, type ColumnMapping, type ImportTarget } from './import-map.js'
import { trimText } from './trim-text.js'

/** A column that the request maps to the subscription. */
export interface ConsentColumn {
  position: number
  name: string
  reading: ConsentReading
}

/** The columns of a CSV file; positions count from 0. */
export interface ImportColumns {
  email: number
  subscribed: number | null
  /** Columns that the request maps to the subscription; missing: none. */
  mapped?: ConsentColumn[]
  /** Columns of custom fields, each with the literal key. */
  fields: { position: number; key: string }[]
  /** The most cells of a row. Blank cells at the end of a row do not count. */
  count: number
}

const MAX_COLUMNS = 600
const MAX_NAME_LENGTH = 255

/**
 * Reads a header row: `email` and `subscribed` in any letter case, and custom fields by their exact names, all without
 * the blanks around them. Columns without a name, which spreadsheets often add, are ignored. Throws BAD_REQUEST on
 * `file` for a bad header, and for a column that may hold opt-outs and that `mappings` does not mention. Throws
 * BAD_REQUEST on `map` for a map that does not match the header.
 */
export function readHeader(header: readonly string[], mappings: readonly ColumnMapping[] = []): ImportColumns {
  if (header.length > MAX_COLUMNS) throw badHeader(`The header has more than ${MAX_COLUMNS} columns`)
  const names = header.map(trimText)
  requireDistinct(names)
  if (!namesEmail(names)) throw badHeader('The header has no column named email')
  const targets = targetsOf(names, mappings)
  requireMapped(names, targets)
  const columns: ImportColumns = { email: -1, subscribed: null, fields: [], count: header.length }
  const mapped: ConsentColumn[] = []
  for (const [position, name] of names.entries()) {
    const standard = standardName(name)
    const target = targets.get(position) ?? standard ?? 'data'
    if (name === '' || target === 'ignore') continue
    if (target === 'email') columns.email = position
    else if (target === 'data') columns.fields.push({ position, key: requireKey(name) })
    else if (targets.has(position)) mapped.push({ position, name, reading: readingOf(name, target) })
    else columns.subscribed = position
  }
  requireOneAnswer(columns, mapped)
  return mapped.length > 0 ? { ...columns, mapped } : columns
}

/** Whether a header row has an `email` column, which every import needs. */
export function namesEmail(header: readonly string[]): boolean {
  return header.some((name) => standardName(trimText(name)) === 'email')
}

/** The error for a file with a bad header. */
export function badHeader(message: string, suggestion?: string): AppError {
  return new AppError('BAD_REQUEST', message, {
    errors: [{ field: 'file', code: 'custom', message }],
    ...(suggestion ? { suggestion } : {}),
  })
}

function requireDistinct(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const [position, name] of names.entries()) {
    if (name === '') continue
    if (name.length > MAX_NAME_LENGTH) {
      throw badHeader(`The name of column ${position + 1} is longer than ${MAX_NAME_LENGTH} characters`)
    }
    const key = standardName(name) ?? name
    if (seen.has(key)) throw badHeader(`The header names ${key} more than once`)
    seen.add(key)
  }
}

/** A contact that opted out in another product must not be subscribed because a column was read as a custom field. */
function requireMapped(names: readonly string[], targets: ReadonlyMap<number, ImportTarget>): void {
  const unmappedColumns = names.flatMap((name, position) => {
    const reading = standardName(name) || targets.has(position) ? null : consentReadingOf(name)
    return reading ? [{ name, target: reading === 'state' ? ('subscribed' as const) : ('unsubscribed' as const) }] : []
  })
  if (unmappedColumns.length === 0) return
  const columnNames = unmappedColumns.map(({ name }) => name).join(', ')
  const query = (target?: ImportTarget): string =>
    `?${unmappedColumns.map((column) => mapParameter(column.name, target ?? column.target)).join('&')}`
  throw badHeader(
    unmappedColumns.length === 1
      ? `The column ${columnNames} may hold opt-outs, and the request does not say what it is`
      : `The columns ${columnNames} may hold opt-outs, and the request does not say what they are`,
    `Add ${query()} to the request to subscribe no contact that opted out, ${query('ignore')} to leave ` +
      `${unmappedColumns.length === 1 ? 'it' : 'them'} out, or ${query('data')} to import a custom field of that name`,
  )
}

function requireOneAnswer({ subscribed }: ImportColumns, mapped: readonly ConsentColumn[]): void {
  const [first, second] = mapped.filter(({ reading }) => reading === 'state')
  if (!first) return
  if (subscribed !== null) {
    throw badMap(
      `Both ${first.name} and subscribed tell who is subscribed`,
      `Leave one out: ?${mapParameter(first.name, 'ignore')} or ?${mapParameter('subscribed', 'ignore')}`,
    )
  }
  if (second) {
    throw badMap(
      `Both ${first.name} and ${second.name} tell who is subscribed`,
      `Leave one out: ?${mapParameter(first.name, 'ignore')} or ?${mapParameter(second.name, 'ignore')}`,
    )
  }
}

function requireKey(name: string): string {
  if (standardName(name) !== 'subscribed') return name
  throw badMap('The column subscribed cannot be a custom field', `Leave it out: ?${mapParameter(name, 'ignore')}`)
}

// A column whose name means opt-outs is read as opt-outs, even when the request maps it to `subscribed`.
function readingOf(name: string, target: 'subscribed' | 'unsubscribed'): ConsentReading {
  const reading = standardName(name) ? null : consentReadingOf(name)
  if (target === 'subscribed') return reading ?? 'state'
  return reading === 'reason' ? 'reason' : 'optOut'
}

function standardName(name: string): 'email' | 'subscribed' | null {
  const word = name.toLowerCase()
  return word === 'email' || word === 'subscribed' ? word : null
}

import { consentReadingOf } from './consent-columns.js'
import type { ConsentReading } from './consent-words.js'
import { AppError } from './errors.js'
import { badMapping, mapParameter, targetsOf, type ColumnMapping, type ImportTarget } from './import-map.js'
import { dataKeyOf, MAX_COLUMNS, standardName } from './import-names.js'
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
  /** Columns of custom fields. */
  fields: FieldColumn[]
  /** The most cells of a row. Blank cells at the end of a row do not count. */
  count: number
}

/** A column of a custom field, with the literal key. */
export interface FieldColumn {
  position: number
  key: string
  /** Whether each cell holds its value by `writeCell`, as in files of the service itself; missing: no. */
  isExact?: true
}

const MAX_NAME_LENGTH = 255

/**
 * Reads a header row: `email` and `subscribed` in any letter case, and custom fields by their exact names, all without
 * the blanks around them. A name such as `data.plan` means the custom field `plan`, literally, as in files of the
 * service itself. Columns without a name, which spreadsheets often add, are ignored. Throws BAD_REQUEST on `file` for a
 * bad header, and for a column that may hold opt-outs and that `mappings` does not mention. Throws the errors of
 * `badMapping` for mappings that do not match the header.
 */
export function readHeader(header: readonly string[], mappings: readonly ColumnMapping[] = []): ImportColumns {
  if (header.length > MAX_COLUMNS) throw badHeader(`The header row has more than ${MAX_COLUMNS} columns`)
  const names = header.map((name) => (dataKeyOf(name) === null ? trimText(name) : name))
  requireDistinct(names)
  const targets = targetsOf(names, mappings)
  if (!namesEmail(names, mappings)) throw badHeader('The header row has no email column')
  requireMapped(names, targets)
  const columns: ImportColumns = { email: -1, subscribed: null, fields: [], count: header.length }
  const mapped: MappedColumn[] = []
  for (const [position, name] of names.entries()) {
    const mapping = targets.get(position)
    const target = mapping?.target ?? standardName(name) ?? 'data'
    if (name === '' || target === 'ignore') continue
    if (target === 'email') columns.email = requireOneAddress(columns, position, { names, targets })
    else if (target === 'data') columns.fields.push(fieldColumn(position, name, mapping))
    else if (mapping) mapped.push({ position, name, reading: readingOf(name, target), mapping })
    else columns.subscribed = position
  }
  if (columns.email < 0) throw badHeader('The request ignores the email column')
  requireDistinctKeys(columns.fields, targets)
  requireOneAnswer(columns, mapped)
  return mapped.length > 0 ? { ...columns, mapped } : columns
}

/** Whether a header row has a column of addresses, which every import needs: `email`, or the one that is mapped. */
export function namesEmail(header: readonly string[], mappings: readonly ColumnMapping[] = []): boolean {
  const names = header.map(trimText)
  const column = mappings.find(({ target }) => target === 'email')?.column.toLowerCase()
  return names.some((name) => standardName(name) === 'email' || name.toLowerCase() === column)
}

/** The error for a file with a bad header. */
export function badHeader(message: string, suggestion?: string): AppError {
  return new AppError('BAD_REQUEST', message, {
    errors: [{ field: 'file', code: 'custom', message }],
    ...(suggestion ? { suggestion } : {}),
  })
}

type Targets = ReadonlyMap<number, ColumnMapping>

/** A column that the request maps to the subscription, and how. */
type MappedColumn = ConsentColumn & { mapping: ColumnMapping }

function requireDistinct(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const [position, name] of names.entries()) {
    if (name === '') continue
    if ((dataKeyOf(name) ?? name).length > MAX_NAME_LENGTH) {
      throw badHeader(`The name of column ${position + 1} is longer than ${MAX_NAME_LENGTH} characters`)
    }
    const key = standardName(name) ?? name
    if (seen.has(key)) throw badHeader(`The header row contains ${key} more than once`)
    seen.add(key)
  }
}

function requireOneAddress(
  { email }: ImportColumns,
  position: number,
  { names, targets }: { names: readonly string[]; targets: Targets },
): number {
  if (email < 0) return position
  const mapping = targets.get(position) ?? targets.get(email)
  const message = `Both ${names[email]} and ${names[position]} are mapped to email`
  throw mapping ? badMapping({ mapping, message, suggestion: 'Map the other one to null' }) : badHeader(message)
}

function fieldColumn(position: number, name: string, mapping: ColumnMapping | undefined): FieldColumn {
  const key = dataKeyOf(name)
  if (mapping && mapping.key === undefined && standardName(name) === 'subscribed') {
    const suggestion = `Ignore the column: ?${mapParameter(name, 'ignore')}`
    throw badMapping({ mapping, message: 'The column subscribed cannot be a custom field', suggestion })
  }
  return { position, key: mapping?.key ?? key ?? name, ...(key === null ? {} : { isExact: true }) }
}

function requireDistinctKeys(fields: readonly FieldColumn[], targets: Targets): void {
  const seen = new Map<string, number>()
  for (const { position, key } of fields) {
    const other = seen.get(key)
    if (other !== undefined) {
      const mapping = targets.get(position) ?? targets.get(other)
      const message = `Two columns are mapped to the custom field ${key}`
      throw mapping ? badMapping({ mapping, message }) : badHeader(message)
    }
    seen.set(key, position)
  }
}

/** A contact that opted out in another product must not be subscribed because a column was read as a custom field. */
function requireMapped(names: readonly string[], targets: Targets): void {
  const unmappedColumns = names.flatMap((name, position) => {
    const isKnown = standardName(name) !== null || dataKeyOf(name) !== null || targets.has(position)
    const reading = isKnown ? null : consentReadingOf(name)
    return reading ? [{ name, target: reading === 'state' ? ('subscribed' as const) : ('unsubscribed' as const) }] : []
  })
  if (unmappedColumns.length === 0) return
  const columnNames = unmappedColumns.map(({ name }) => name).join(', ')
  const query = (target?: ImportTarget): string =>
    `?${unmappedColumns.map((column) => mapParameter(column.name, target ?? column.target)).join('&')}`
  throw badHeader(
    unmappedColumns.length === 1
      ? `The column ${columnNames} may contain opt-outs and is not mapped`
      : `The columns ${columnNames} may contain opt-outs and are not mapped`,
    `Add ${query()} to the request to keep contacts who opted out unsubscribed, ${query('ignore')} to ignore ` +
      `${unmappedColumns.length === 1 ? 'the column' : 'the columns'}, or ${query('data')} to import ` +
      (unmappedColumns.length === 1 ? 'a custom field of that name' : 'custom fields of those names'),
  )
}

function requireOneAnswer({ subscribed }: ImportColumns, mapped: readonly MappedColumn[]): void {
  const [first, second] = mapped.filter(({ reading }) => reading === 'state')
  const other = subscribed === null ? second?.name : 'subscribed'
  if (!first || other === undefined) return
  throw badMapping({
    mapping: first.mapping,
    message: `Both ${first.name} and ${other} set the subscription`,
    suggestion: first.mapping.option
      ? 'Map one of them to null'
      : `Ignore one of them: ?${mapParameter(first.name, 'ignore')} or ?${mapParameter(other, 'ignore')}`,
  })
}

// A column whose name means opt-outs is read as opt-outs, even when the request maps it to `subscribed`.
function readingOf(name: string, target: 'subscribed' | 'unsubscribed'): ConsentReading {
  const reading = standardName(name) ? null : consentReadingOf(name)
  if (target === 'subscribed') return reading ?? 'state'
  return reading === 'reason' ? 'reason' : 'optOut'
}

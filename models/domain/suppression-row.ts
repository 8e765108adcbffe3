import { isAddress, normaliseAddress } from './addresses.js'
import { readTextCell } from './csv-cell.js'
import { isPlainObject } from './fields.js'
import { badHeader } from './import-columns.js'
import { ROW_TOO_LONG, shownEmail, type BadRow, type FileRow } from './import-row.js'
import { SUPPRESSION_REASONS, type SuppressionReason } from './suppression-reasons.js'
import { trimText } from './trim-text.js'

/** A valid row of a file of suppressions. */
export interface SuppressionRow {
  row: number
  email: string
  reason: SuppressionReason
}

/** The columns of a file of suppressions; positions count from 0. */
export interface SuppressionColumns {
  email: number
  reason: number
}

/** Finds the columns `email` and `reason` in any letter case; others are ignored. Throws BAD_REQUEST on `file`. */
export function readSuppressionHeader(header: readonly string[]): SuppressionColumns {
  const names = header.map((name) => trimText(name).toLowerCase())
  const positionOf = (column: string): number => {
    const position = names.indexOf(column)
    if (names.indexOf(column, position + 1) > position)
      throw badHeader(`The header row contains ${column} more than once`)
    return position
  }
  const columns = { email: positionOf('email'), reason: positionOf('reason') }
  if (columns.email < 0) throw badHeader('The header row has no email column')
  return columns
}

/** Reads one row: of a CSV file with these columns, or of a file of JSON lines. Without a reason it is MANUAL. */
export function readSuppressionRow(sent: FileRow, columns: SuppressionColumns | null): SuppressionRow | BadRow {
  const { row, isTooLong } = sent
  const cells = columns ? cellsOf(sent, columns) : fieldsOf(sent)
  const address = cells?.email ?? ''
  const bad = (error: string): BadRow => ({ row, email: shownEmail(address), error })
  if (isTooLong) return bad(ROW_TOO_LONG)
  if (!cells) return bad(columns ? 'The row has an unclosed or misplaced quote' : 'The line is not a JSON object')
  if (address === '') return bad('The row has no email address')
  const email = normaliseAddress(address)
  if (!isAddress(email)) return bad('Invalid email address')
  const word = cells.reason === '' ? 'MANUAL' : cells.reason.toUpperCase()
  const reason = SUPPRESSION_REASONS.find((each) => each === word)
  return reason ? { row, email, reason } : bad(`reason must be ${SUPPRESSION_REASONS.join(', ')} or blank`)
}

function cellsOf({ cells }: FileRow, columns: SuppressionColumns): { email: string; reason: string } | null {
  const textOf = (position: number): string => readTextCell(cells?.[position] ?? '')
  return cells && { email: textOf(columns.email), reason: textOf(columns.reason) }
}

function fieldsOf({ line = '' }: FileRow): { email: string; reason: string } | null {
  const sent = parse(line)
  const textOf = (value: unknown): string => (typeof value === 'string' ? trimText(value) : '')
  return isPlainObject(sent) ? { email: textOf(sent['email']), reason: textOf(sent['reason']) } : null
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

import { isAddress, normaliseAddress } from './addresses.js'
import { planDataPatch, type DataPatch } from './data.js'
import { AppError } from './errors.js'
import type { ImportColumns } from './import-columns.js'

/** The cells of a row of a CSV file; null when broken quotation marks leave no cells. */
export interface CsvRow {
  /** Number of the row; the header is row 1. */
  row: number
  cells: string[] | null
}

/** A row that was read: the changes of one contact. */
export interface ImportRow {
  row: number
  email: string
  /** Undefined: unchanged. */
  subscribed: boolean | undefined
  patch: DataPatch
}

/** A row that is not imported, with the reason; `email` is the file's own text, empty when unreadable. */
export interface BadRow {
  row: number
  email: string
  error: string
}

const MAX_SHOWN_EMAIL = 320
const TRUE_WORDS = new Set(['true', '1', 'yes'])
const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])
const PLAIN_DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/
const LARGEST_INTEGER = 2 ** 53

/** Reads one row of a file; missing cells at its end count as blank. */
export function readImportRow({ row, cells }: CsvRow, columns: ImportColumns): ImportRow | BadRow {
  if (!cells) return { row, email: '', error: 'The quotation marks of the row are broken' }
  const sent = cells[columns.email]?.trim() ?? ''
  const bad = (error: string): BadRow => ({ row, email: sent.slice(0, MAX_SHOWN_EMAIL), error })
  if (cells.length > columns.count) {
    return bad(`The row has ${cells.length} cells and the header ${columns.count}`)
  }
  if (sent === '') return bad('The row has no email address')
  const email = normaliseAddress(sent)
  if (!isAddress(email)) return bad('Invalid email address')
  if (cells.some((cell) => cell.includes('\0'))) return bad('Text has no NUL character')
  try {
    const subscribed = columns.subscribed === null ? undefined : subscriptionOf(cells[columns.subscribed])
    return { row, email, subscribed, patch: planDataPatch(dataOf(cells, columns)) }
  } catch (error) {
    return bad(reasonOf(error))
  }
}

/** Whether a row could not be read. */
export function isBadRow(row: ImportRow | BadRow): row is BadRow {
  return 'error' in row
}

/** The reason of a refused patch of custom fields, for the list of bad rows; rethrows any other error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') throw error
  return error.errors?.map(({ field, message }) => `${field}: ${message}`).join('; ') ?? error.message
}

/**
 * The value of a cell: `true`, `yes`, `false` and `no` are booleans, and a decimal that prints back unchanged is a
 * number. So `007`, `1.0`, `1e5` and numbers with too many digits stay text.
 */
export function cellValue(cell: string): string | number | boolean {
  const word = BOOLEANS.get(cell.toLowerCase())
  if (word !== undefined) return word
  if (!PLAIN_DECIMAL.test(cell)) return cell
  const value = Number(cell)
  if (String(value) !== cell) return cell
  return Number.isInteger(value) && Math.abs(value) > LARGEST_INTEGER ? cell : value
}

function subscriptionOf(cell = ''): boolean | undefined {
  const word = cell.trim().toLowerCase()
  return word === '' ? undefined : TRUE_WORDS.has(word)
}

function dataOf(cells: string[], { fields }: ImportColumns): Record<string, unknown> {
  const entries = fields.flatMap(({ position, key }): [string, unknown][] => {
    const cell = cells[position] ?? ''
    if (cell.trim() === '') return []
    // A locale always stays text: `no` is a language.
    return [[key, key === 'locale' ? cell : cellValue(cell)]]
  })
  return Object.fromEntries(entries)
}

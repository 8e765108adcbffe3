import { isAddress, normaliseAddress } from './addresses.js'
import { addCell, columnType, NO_CELLS } from './column-types.js'
import { readConsent, type Consent, type ConsentReading } from './consent-words.js'
import { readCell, readTextCell } from './csv-cell.js'
import { planDataPatch, type DataPatch } from './data.js'
import { exactValue } from './exact-value.js'
import { AppError } from './errors.js'
import type { FieldType } from './fields.js'
import type { ImportColumns } from './import-columns.js'
import { trimText } from './trim-text.js'

/** The cells of a row of a CSV file; null when broken quotation marks leave no cells. */
export interface CsvRow {
  /** Number of the row; the header is row 1. */
  row: number
  cells: string[] | null
  /** The readable cells of a broken row. */
  readable?: string[]
}

/** A row of an imported file: the cells of a CSV file, or a line of JSON. */
export interface FileRow extends CsvRow {
  line?: string
  /** Whether the row is longer than a row may be, and only its beginning is known. */
  isTooLong?: boolean
}

/** The limit on a row of a file, in bytes. No contact is as large. */
export const MAX_ROW_BYTES = 1024 * 1024

/** The reason of a row above the limit. */
export const ROW_TOO_LONG = `The row is longer than ${MAX_ROW_BYTES} bytes or has an unclosed quote`

/** A valid row: the changes of one contact. */
export interface ImportRow {
  row: number
  email: string
  /** Undefined: the subscription is unchanged. */
  subscribed: boolean | undefined
  /** Whether a new contact is subscribed; missing: the import decides. */
  subscribedWhenNew?: boolean
  patch: DataPatch
}

/** A row that is not imported, with the reason. `email` is the text in the file, empty when unreadable. */
export interface BadRow {
  row: number
  email: string
  error: string
}

/** The types of the columns of custom fields, by the keys of the fields. A column without a type is text. */
export type FieldTypes = ReadonlyMap<string, FieldType>

const MAX_SHOWN_EMAIL = 320

/** Whether a row has only blanks and delimiters, as spreadsheets write empty rows. */
export function isBlankRow({ cells }: CsvRow): boolean {
  return cells !== null && cells.every((cell) => trimText(cell) === '')
}

/**
 * Reads one row of a file. Without `types`, cells are texts. Missing cells at the end of the row count as blank, and
 * blank cells beyond the header as missing.
 */
export function readImportRow(
  { row, cells, readable, isTooLong }: FileRow,
  columns: ImportColumns,
  types?: FieldTypes,
): ImportRow | BadRow {
  const address = readTextCell((cells ?? readable)?.[columns.email] ?? '')
  const bad = (error: string): BadRow => ({ row, email: shownEmail(address), error })
  if (isTooLong) return bad(ROW_TOO_LONG)
  if (!cells) return bad('The row has an unclosed or misplaced quote')
  if (hasSurplus(cells, columns)) return bad(`The row has ${cells.length} cells. The header row has ${columns.count}`)
  if (address === '') return bad('The row has no email address')
  const email = normaliseAddress(address)
  if (!isAddress(email)) return bad('Invalid email address')
  if (cells.some((cell) => cell.includes('\0'))) return bad('Text cannot contain NUL characters')
  const consents = consentColumns(columns).map(({ name, position, reading }) => {
    const cell = trimText(cells[position] ?? '')
    return { name, consent: cell === '' ? undefined : readConsent(cell, reading) }
  })
  const unclear = consents.find(({ consent }) => consent === null)
  if (unclear) return bad(unclearConsent(unclear.name))
  try {
    const patch = planDataPatch(dataOf(cells, columns, types))
    return { row, email, ...subscriptionBy(consents.flatMap(({ consent }) => consent ?? [])), patch }
  } catch (error) {
    return bad(reasonOf(error))
  }
}

/** The address of a bad row, as far as it is shown. */
export function shownEmail(text: string): string {
  return text.slice(0, MAX_SHOWN_EMAIL)
}

/** Whether a row has text beyond the columns of the header, so that its cells may be in the wrong columns. */
export function hasSurplus(cells: readonly string[], { count }: Pick<ImportColumns, 'count'>): boolean {
  return cells.length > count && cells.slice(count).some((cell) => trimText(cell) !== '')
}

/** Whether a row could not be read. */
export function isBadRow(row: { row: number } | BadRow): row is BadRow {
  return 'error' in row
}

/** The reason of a refused patch of custom fields, for the list of bad rows. Rethrows any other error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') throw error
  return error.errors?.map(({ field, message }) => `${field}: ${message}`).join('; ') ?? error.message
}

/** The value of a trimmed cell in a column of a type, by default the cell's type. Dates are texts. */
export function cellValue(
  cell: string,
  type: FieldType = columnType(addCell(NO_CELLS, cell)),
): string | number | boolean {
  if (type === 'number') return Number(cell)
  return type === 'boolean' ? cell.toLowerCase() === 'true' : cell
}

function consentColumns({
  subscribed,
  mapped = [],
}: ImportColumns): readonly { name: string; position: number; reading: ConsentReading }[] {
  if (subscribed === null) return mapped
  return [{ name: 'subscribed', position: subscribed, reading: 'answer' }, ...mapped]
}

/**
 * The subscription according to all columns of a row. A contact that opted out by one column is unsubscribed, whatever
 * the other columns say.
 */
function subscriptionBy(consents: readonly Consent[]): Pick<ImportRow, 'subscribed' | 'subscribedWhenNew'> {
  if (consents.includes('unsubscribed')) return { subscribed: false }
  // A contact that never confirmed has not opted out, so an existing contact keeps its state.
  if (consents.includes('pending')) return { subscribed: undefined, subscribedWhenNew: false }
  return { subscribed: consents.includes('subscribed') ? true : undefined }
}

function unclearConsent(name: string): string {
  return `Unknown value in the column ${name}: use true or false, yes or no, or leave the cell blank`
}

function dataOf(cells: string[], { fields }: ImportColumns, types: FieldTypes | undefined): Record<string, unknown> {
  const entries = fields.flatMap(({ position, key, isExact }): [string, unknown][] => {
    const cell = cells[position] ?? ''
    if (isExact) {
      const value = readCell(cell)
      return value === undefined ? [] : [[key, exactValue(key, value)]]
    }
    const text = trimText(cell)
    return text === '' ? [] : [[key, cellValue(text, types?.get(key) ?? 'string')]]
  })
  return Object.fromEntries(entries)
}

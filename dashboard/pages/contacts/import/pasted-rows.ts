import { isAddress } from '../../../../models/domain/addresses.js'
import { readTextCell } from '../../../../models/domain/csv-cell.js'
import { t } from '../../../messages/index.js'
import { firstRow, recogniseFormat } from './file-format.js'

const BEGINNING = 256 * 1024

/** Rows that were pasted from a spreadsheet, as the file that is imported. */
export interface PastedRows {
  text: string
  /** Whether the first row has the names of the columns; null for JSON Lines, whose lines name their values. */
  hasHeader: boolean | null
  file: File
}

/**
 * Turns pasted rows into a file. Spreadsheet programs copy cells with tabs between them; other texts have their
 * delimiter recognised like files. A first row with an address is no row of names, unless the user says so: then the
 * file gets one.
 */
export function readPasted(text: string, chosen?: boolean): PastedRows {
  const beginning = text.slice(0, BEGINNING)
  const format = recogniseFormat(beginning, 'utf-8')
  if (format.kind === 'ndjson') return { text, hasHeader: null, file: fileOf([text]) }
  const bytes = new TextEncoder().encode(beginning)
  const cells = firstRow(bytes, '\t')
  const isTabbed = cells.length > 1 && !format.isNamed
  const first = isTabbed ? cells : firstRow(bytes, format.delimiter)
  const hasHeader = chosen ?? !first.some(isAddressCell)
  // Commas in the cells of a spreadsheet must not count as delimiters.
  const named = isTabbed ? ['sep=\t\n'] : []
  const header = hasHeader || format.isNamed ? [] : [`${namesFor(first).join(isTabbed ? '\t' : format.delimiter)}\n`]
  return { text, hasHeader, file: fileOf([...named, ...header, text]) }
}

function namesFor(cells: readonly string[]): string[] {
  const address = cells.findIndex(isAddressCell)
  return cells.map((_, index) => (index === address ? 'email' : t.imports.pastedColumn(index + 1)))
}

function isAddressCell(cell: string): boolean {
  return isAddress(readTextCell(cell))
}

function fileOf(parts: string[]): File {
  return new File(parts, t.imports.pasted, { type: 'text/plain' })
}

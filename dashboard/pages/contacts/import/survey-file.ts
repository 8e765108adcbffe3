import { isAddress, normaliseAddress } from '../../../../models/domain/addresses.js'
import { addCell, columnType, NO_CELLS, type ColumnState } from '../../../../models/domain/column-types.js'
import { readHeaderCell, readTextCell } from '../../../../models/domain/csv-cell.js'
import type { FieldType } from '../../../../models/domain/fields.js'
import { hasSurplus } from '../../../../models/domain/import-row.js'
import { recogniseEncoding } from '../../../shared/encoding.js'
import type { FileFormat } from './file-format.js'
import { recogniseFormat } from './file-format.js'
import type { OnRow, ReadRow } from './csv-reader.js'
import { slicesOf, type SlicedFile } from './read-slices.js'
import { RowReader } from './row-reader.js'

const BEGINNING_BYTES = 256 * 1024
const SHOWN_ROWS = 20
// A set of more addresses needs too much memory for a page.
const MOST_ADDRESSES = 1_000_000

/** The first rows of a file. A file of JSON lines has no header. */
export interface Beginning {
  header: string[]
  rows: string[][]
}

/** The facts of a file that was read whole. */
export interface Survey {
  /** The rows without the header. */
  rows: number
  /** The types of the columns over the whole file; null where a column has no cell. */
  types: (FieldType | null)[]
  /** Whether every byte belongs to the encoding. */
  isOfEncoding: boolean
}

/** Recognises a file by its first bytes. */
export async function recogniseFile(file: SlicedFile): Promise<FileFormat> {
  const bytes = await beginningOf(file)
  const encoding = recogniseEncoding(bytes)
  return recogniseFormat(new TextDecoder(encoding).decode(bytes), encoding)
}

/** Reads the first rows of a file. */
export async function readBeginning(file: SlicedFile, format: FileFormat): Promise<Beginning> {
  const rows: string[][] = []
  const reader = new RowReader(format, ({ cells }) => rows.length <= SHOWN_ROWS && rows.push(cells))
  reader.push(await beginningOf(file))
  reader.end({ isWhole: file.size <= BEGINNING_BYTES })
  if (format.kind === 'ndjson') return { header: [], rows: rows.slice(0, SHOWN_ROWS) }
  const [header = [], ...rest] = rows
  return { header: header.map(readHeaderCell), rows: rest.slice(0, SHOWN_ROWS) }
}

/** Reads a whole file in slices. Throws the reason of the signal once that is aborted. */
export async function surveyFile(
  file: SlicedFile,
  format: FileFormat,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (share: number) => void },
): Promise<Survey> {
  let rows = format.kind === 'csv' ? -1 : 0
  const states: ColumnState[] = []
  let count = 0
  const note = ({ cells, isBroken }: ReadRow): void => {
    rows += 1
    if (format.kind !== 'csv') return
    if (rows === 0) count = cells.length
    // Cells of such a row may belong to other columns.
    else if (!isBroken && !hasSurplus(cells, { count })) cells.forEach((cell, index) => noteCell(states, index, cell))
  }
  const isOfEncoding = await readThrough(file, format, note, { signal, onProgress })
  const types = states.map((state) => (state === NO_CELLS ? null : columnType(state)))
  return { rows: Math.max(0, rows), types, isOfEncoding }
}

function noteCell(states: ColumnState[], index: number, cell: string): void {
  while (states.length <= index) states.push(NO_CELLS)
  if (cell !== '') states[index] = addCell(states[index] ?? NO_CELLS, cell)
}

/**
 * The rows that are broken or have an invalid address, and those with the address of an earlier row; null for too many
 * addresses to compare, or for a file with bytes that are invalid in its encoding.
 */
export async function countAddresses(
  file: SlicedFile,
  format: FileFormat,
  {
    signal,
    addressOf,
    onProgress,
  }: { signal: AbortSignal; addressOf: (cells: string[]) => string; onProgress?: (share: number) => void },
): Promise<{ invalid: number; double: number | null } | null> {
  const seen = new Set<string>()
  let [invalid, double, row] = [0, 0, format.kind === 'csv' ? -1 : 0]
  const isRead = await readThrough(
    file,
    format,
    ({ cells, isBroken }) => {
      row += 1
      if (row === 0) return
      const address = normaliseAddress(readTextCell(addressOf(cells)))
      if (isBroken || !isAddress(address)) invalid += 1
      else if (seen.has(address)) double += 1
      else if (seen.size < MOST_ADDRESSES) seen.add(address)
    },
    { signal, onProgress },
  )
  return isRead ? { invalid, double: seen.size < MOST_ADDRESSES ? double : null } : null
}

/** Reads all rows. Returns whether every byte belongs to the encoding; reading ends with the first that does not. */
async function readThrough(
  file: SlicedFile,
  format: FileFormat,
  onRow: OnRow,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: ((share: number) => void) | undefined },
): Promise<boolean> {
  const reader = new RowReader(format, onRow, { isStrict: true })
  let done = 0
  try {
    for await (const bytes of slicesOf(file)) {
      signal.throwIfAborted()
      reader.push(bytes)
      done += bytes.length
      onProgress?.(done / file.size)
    }
    reader.end()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function beginningOf(file: SlicedFile): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, Math.min(file.size, BEGINNING_BYTES)).arrayBuffer())
}

import { isBlankRow, type CsvRow } from '../import-row.js'
import type { Delimiter } from './delimiters.js'
import { dialect, type CsvPackage } from './dialect.js'
import { parseLine } from './parse-line.js'

/** A part of a file. It begins at the beginning of a row. */
export interface CsvPart {
  bytes: Uint8Array
  /** Whether the file ends with this part. */
  isEnd: boolean
  delimiter: Delimiter
  /** The number of the row before the part; the header is row 1. */
  afterRow: number
}

/** The whole rows at the beginning of a part. */
export interface RowsParsed {
  rows: CsvRow[]
  /** The length of these rows. */
  sizeBytes: number
  /** The number of the last row. Blank lines count too. */
  lastRow: number
}

const [LF, CR] = [0x0a, 0x0d]

/**
 * Reads up to `maxRows` rows of a part. Rows whose cells are all blank are skipped. A row that the part does not hold
 * completely is left for the next part. A row with broken quotation marks ends with its line, so that the rows after it
 * are still read.
 */
export function parseRows(csv: CsvPackage, part: CsvPart, maxRows: number): RowsParsed {
  const parsed: RowsParsed = { rows: [], sizeBytes: 0, lastRow: part.afterRow }
  while (parsed.rows.length < maxRows && parsed.sizeBytes < part.bytes.length) {
    const { sizeBytes } = parsed
    const isBroken = parseUntilFault(csv, part, parsed, maxRows - parsed.rows.length)
    // The parser may have stopped before the end, because it counts blank rows too.
    const hasMoved = isBroken ? passBrokenLine(csv, part, parsed) : parsed.sizeBytes > sizeBytes
    if (!hasMoved) break
  }
  const isAtEnd = part.isEnd && parsed.rows.length === 0
  return isAtEnd ? { ...parsed, sizeBytes: part.bytes.length } : parsed
}

/** Adds the rows before the first broken row. Returns whether there is a broken row. */
function parseUntilFault(
  { parse, CsvError }: CsvPackage,
  { bytes, isEnd, delimiter }: CsvPart,
  parsed: RowsParsed,
  to: number,
): boolean {
  const { sizeBytes: from, lastRow: before } = parsed
  const add = (cells: string[], info: { bytes: number; records: number; empty_lines: number }): null => {
    const sizeBytes = from + info.bytes
    // A row that reaches the end of a part may continue in the next.
    if (!isEnd && sizeBytes >= bytes.length) return null
    const row = before + info.records + info.empty_lines
    if (!isBlankRow({ row, cells })) parsed.rows.push({ row, cells })
    Object.assign(parsed, { sizeBytes, lastRow: row })
    return null
  }
  try {
    parse(bytes.subarray(from), { ...dialect(delimiter), to, on_record: add })
    return false
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The next part may close a quotation mark that is open in this part.
    return isEnd || error.code !== 'CSV_QUOTE_NOT_CLOSED'
  }
}

/** Adds the next line as one row. Returns false when the part does not hold the whole line. */
function passBrokenLine(csv: CsvPackage, { bytes, isEnd, delimiter }: CsvPart, parsed: RowsParsed): boolean {
  let [start, row] = [parsed.sizeBytes, parsed.lastRow + 1]
  let end = lineEnd(bytes, start)
  while (end === start && end < bytes.length) {
    start = afterLineEnd(bytes, end)
    end = lineEnd(bytes, start)
    row += 1
  }
  const sizeBytes = afterLineEnd(bytes, end)
  if (!isEnd && sizeBytes >= bytes.length) return false
  const read = { row, ...parseLine(csv, bytes.subarray(start, end), delimiter) }
  if (!isBlankRow(read)) parsed.rows.push(read)
  Object.assign(parsed, { sizeBytes, lastRow: row })
  return true
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let end = from
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end += 1
  return end
}

function afterLineEnd(bytes: Uint8Array, end: number): number {
  const isPair = bytes[end] === CR && bytes[end + 1] === LF
  return Math.min(end + (isPair ? 2 : 1), bytes.length)
}

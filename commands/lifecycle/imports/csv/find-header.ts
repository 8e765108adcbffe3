import { readHeaderCell } from '../../../../models/domain/csv-cell.js'
import { badHeader, namesEmail } from '../../../../models/domain/import-columns.js'
import {
  DELIMITER_LINE,
  DELIMITERS,
  MAX_DELIMITER_LINE,
  UNNAMED_DELIMITERS,
  type Delimiter,
} from '../../../../models/domain/csv-rows/delimiters.js'
import type { ColumnMapping } from '../../../../models/domain/import-map.js'
import { Utf8Check } from '../utf8-check.js'
import { parseRows } from './parse-rows.js'

/** The header row of a file. */
export interface CsvBeginning {
  delimiter: Delimiter
  /** The names of the columns, without the blanks around them. */
  header: string[]
  /** The offset of the first row after the header. */
  startBytes: number
}

const MAX_HEADER_BYTES = 1024 * 1024
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** The bytes at the beginning of a file that hold its header. */
export const MAX_BEGINNING_BYTES = MAX_HEADER_BYTES + MAX_DELIMITER_LINE

/** A file as far as its header needs it. */
interface FileBeginning {
  /** The first bytes: all, or `MAX_BEGINNING_BYTES`. */
  beginning: Buffer
  sizeBytes: number
}

/**
 * Finds the header row of a CSV file and the delimiter of its cells. A line `sep=` before the header names the
 * delimiter. Otherwise it is the delimiter that yields a column of addresses; of several such delimiters, the one that
 * yields the most columns. Throws BAD_REQUEST on `file` when the file is empty or its beginning is not UTF-8, or when
 * its header is broken.
 */
export function findHeader(
  { beginning, sizeBytes }: FileBeginning,
  mappings: readonly ColumnMapping[] = [],
): CsvBeginning {
  if (!new Utf8Check().add(beginning)) throw badHeader('The file is not encoded as UTF-8')
  const start = readDelimiterLine(beginning)
  const found = start.delimiters.map((delimiter) =>
    firstRow({ beginning, sizeBytes }, { startBytes: start.startBytes, delimiter }),
  )
  const beginnings = found.flatMap((row) => (row === null || row === 'broken' ? [] : row))
  const hasAddress = ({ header }: CsvBeginning): number => Number(namesEmail(header, mappings))
  const [best] = beginnings.sort((a, b) => hasAddress(b) - hasAddress(a) || b.header.length - a.header.length)
  if (best) return best
  if (found.includes('broken')) throw badHeader('The header row has an unclosed or misplaced quote')
  throw badHeader(sizeBytes > MAX_HEADER_BYTES ? 'The header row is too long' : 'The file is empty')
}

/** The delimiters that a file may have, and the offset after its byte order mark and its line `sep=`. */
function readDelimiterLine(content: Buffer): { delimiters: readonly Delimiter[]; startBytes: number } {
  const hasMark = content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const startBytes = hasMark ? BYTE_ORDER_MARK.length : 0
  const beginning = content.subarray(startBytes, startBytes + MAX_DELIMITER_LINE).toString('latin1')
  const line = DELIMITER_LINE.exec(beginning)
  if (!line) return { delimiters: UNNAMED_DELIMITERS, startBytes }
  const delimiter = DELIMITERS.find((each) => each === line[1])
  if (!delimiter) throw badHeader('The delimiter in the sep= line must be a comma, semicolon, tab or pipe')
  return { delimiters: [delimiter], startBytes: startBytes + line[0].length }
}

function firstRow(
  { beginning, sizeBytes }: FileBeginning,
  { startBytes, delimiter }: { startBytes: number; delimiter: Delimiter },
): CsvBeginning | 'broken' | null {
  const bytes = beginning.subarray(startBytes, startBytes + MAX_HEADER_BYTES)
  const isEnd = startBytes + bytes.length === sizeBytes
  const parsed = parseRows({ bytes, isEnd, delimiter, afterRow: 0 }, 1)
  const [row] = parsed.rows
  if (!row) return null
  if (!row.cells) return 'broken'
  return { delimiter, header: row.cells.map(readHeaderCell), startBytes: startBytes + parsed.sizeBytes }
}

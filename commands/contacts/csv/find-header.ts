import { isUtf8 } from 'node:buffer'
import { badHeader, namesEmail } from '../../../models/domain/import-columns.js'
import { trimText } from '../../../models/domain/trim-text.js'
import type { Delimiter } from '../../../models/import-job.js'
import { parseRows } from './parse-rows.js'

/** The header row of a file. */
export interface CsvBeginning {
  delimiter: Delimiter
  /** The names of the columns, without the blanks around them. */
  header: string[]
  /** The offset of the first row after the header. */
  startBytes: number
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']
const NAMED_DELIMITERS: readonly Delimiter[] = [...DELIMITERS, '|']
const MAX_HEADER_BYTES = 256 * 1024
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
// The line `sep=` of Excel. A spreadsheet program that saves such a file again may quote the line and append
// delimiters.
const DELIMITER_LINE = /^[\r\n]*"?sep=([^\r\n])"?[,;\t| "]*(?:\r\n|\r|\n|$)/i
const MAX_DELIMITER_LINE = 2_048

/**
 * Finds the header row of a CSV file and the delimiter of its cells. A line `sep=` before the header names the
 * delimiter. Otherwise it is the delimiter that yields a column named `email`; of several such delimiters, the one that
 * yields the most columns. Throws BAD_REQUEST on `file` when the file is empty or not UTF-8, or its header is broken.
 */
export function findHeader(content: Buffer): CsvBeginning {
  if (!isUtf8(content)) throw badHeader('The file is not encoded as UTF-8')
  const start = readDelimiterLine(content)
  const found = start.delimiters.map((delimiter) => firstRow(content, start.startBytes, delimiter))
  const beginnings = found.flatMap((row) => (row === null || row === 'broken' ? [] : row))
  const [best] = beginnings.sort(
    (a, b) => Number(namesEmail(b.header)) - Number(namesEmail(a.header)) || b.header.length - a.header.length,
  )
  if (best) return best
  if (found.includes('broken')) throw badHeader('The quotation marks of the header are broken')
  throw badHeader(content.length > MAX_HEADER_BYTES ? 'The header is too long' : 'The file is empty')
}

/** The delimiters that a file may have, and the offset after its byte order mark and its line `sep=`. */
function readDelimiterLine(content: Buffer): { delimiters: readonly Delimiter[]; startBytes: number } {
  const hasMark = content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const startBytes = hasMark ? BYTE_ORDER_MARK.length : 0
  const beginning = content.subarray(startBytes, startBytes + MAX_DELIMITER_LINE).toString('latin1')
  const line = DELIMITER_LINE.exec(beginning)
  if (!line) return { delimiters: DELIMITERS, startBytes }
  const delimiter = NAMED_DELIMITERS.find((each) => each === line[1])
  if (!delimiter) throw badHeader('The line sep= names a delimiter that is no comma, semicolon, tab or bar')
  return { delimiters: [delimiter], startBytes: startBytes + line[0].length }
}

function firstRow(content: Buffer, startBytes: number, delimiter: Delimiter): CsvBeginning | 'broken' | null {
  const bytes = content.subarray(startBytes, startBytes + MAX_HEADER_BYTES)
  const isEnd = startBytes + bytes.length === content.length
  const { rows, sizeBytes } = parseRows({ bytes, isEnd, delimiter, afterRow: 0 }, 1)
  const [row] = rows
  if (!row) return null
  if (!row.cells) return 'broken'
  return { delimiter, header: row.cells.map(trimText), startBytes: startBytes + sizeBytes }
}

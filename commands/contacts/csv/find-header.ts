import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { badHeader, namesEmail } from '../../../models/domain/import-columns.js'
import type { Delimiter } from '../../../models/import-job.js'
import { dialect } from './dialect.js'

/** The header row of a file. */
export interface CsvBeginning {
  delimiter: Delimiter
  header: string[]
  /** The offset of the first row after the header. */
  startBytes: number
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']
const MAX_HEADER_BYTES = 256 * 1024

/**
 * Finds the header row of a CSV file and the delimiter of its cells: the delimiter that yields a column named `email`
 * and, of several, the most columns. Throws BAD_REQUEST on `file` when the file is empty or not UTF-8.
 */
export function findHeader(content: Buffer): CsvBeginning {
  if (!isUtf8(content)) throw badHeader('The file is not encoded as UTF-8')
  const beginnings = DELIMITERS.flatMap((delimiter) => firstRow(content, delimiter) ?? [])
  const [best] = beginnings.sort(
    (a, b) => Number(namesEmail(b.header)) - Number(namesEmail(a.header)) || b.header.length - a.header.length,
  )
  if (!best) throw badHeader('The quotation marks of the header are broken')
  if (best.header.length === 0) throw badHeader('The file is empty')
  if (best.startBytes >= MAX_HEADER_BYTES) throw badHeader('The header is too long')
  return best
}

function firstRow(content: Buffer, delimiter: Delimiter): CsvBeginning | null {
  const beginning: CsvBeginning = { delimiter, header: [], startBytes: 0 }
  try {
    parse(content.subarray(0, MAX_HEADER_BYTES), {
      ...dialect(delimiter),
      bom: true,
      to: 1,
      on_record: (header: string[], { bytes }) => {
        beginning.header = header
        beginning.startBytes = bytes
        return null
      },
    })
    return beginning
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

import { CsvError, parse, type Options } from 'csv-parse/sync'
import type { CsvRow } from '../../../models/domain/import-row.js'
import { trimText } from '../../../models/domain/trim-text.js'
import type { Delimiter } from '../../../models/import-job.js'
import { dialect } from './dialect.js'

/**
 * Reads a line whose quotation marks the parser refuses: one that opens a cell and is followed by more text behind the
 * closing one is a character like any other, as in `"24" TV`. A line with a quotation mark that is never closed has no
 * cells, but those that can be told from their delimiters are still readable.
 */
export function parseLine(line: Buffer, delimiter: Delimiter): Pick<CsvRow, 'cells' | 'readable'> {
  // The parser would refuse text behind a closing quotation mark if it dropped blanks there.
  const cells = cellsOf(line, { ...dialect(delimiter), trim: false, ltrim: true })
  if (cells) return { cells: cells.map(unquote) }
  return { cells: null, readable: readableCells(line, delimiter) }
}

/** The cells before the open quotation mark as they are quoted, and those behind it by the delimiters alone. */
function readableCells(line: Buffer, delimiter: Delimiter): string[] {
  const read: string[] = []
  const collect = (cell: string): string => {
    read.push(cell)
    return cell
  }
  cellsOf(line, { ...dialect(delimiter), cast: collect })
  const split = cellsOf(line, { ...dialect(delimiter), quote: null }) ?? []
  return [...read, ...split.slice(read.length)]
}

function cellsOf(line: Buffer, options: Options): string[] | null {
  try {
    const [cells] = parse(line, { ...options, to: 1 })
    return cells ?? null
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/** The content of a cell that is quoted as a whole, but for blanks behind it. */
function unquote(cell: string): string {
  const text = trimText(cell)
  const isQuoted = text.length > 1 && text !== cell && text.startsWith('"') && text.endsWith('"')
  return isQuoted && !text.slice(1, -1).includes('"') ? text.slice(1, -1) : text
}

import type { CsvRow } from '../import-row.js'
import { trimText } from '../trim-text.js'
import type { Delimiter } from './delimiters.js'
import { dialect, type CsvOptions, type CsvPackage } from './dialect.js'

/**
 * Reads a line whose quotation marks the parser refuses. Where text follows a closing quotation mark, as in `"24" TV`,
 * the marks are characters of the cell. A line whose quotation mark is never closed has no cells; `readable` then holds
 * the cells as far as the delimiters separate them.
 */
export function parseLine(csv: CsvPackage, line: Uint8Array, delimiter: Delimiter): Pick<CsvRow, 'cells' | 'readable'> {
  // With `trim`, the parser would refuse text after a closing quotation mark.
  const cells = cellsOf(csv, line, { ...dialect(delimiter), trim: false, ltrim: true })
  if (cells) return { cells: cells.map(unquote) }
  return { cells: null, readable: readableCells(csv, line, delimiter) }
}

/**
 * The cells before the open quotation mark by their quotation marks, and the cells after it by the delimiters alone.
 */
function readableCells(csv: CsvPackage, line: Uint8Array, delimiter: Delimiter): string[] {
  const read: string[] = []
  const collect = (cell: string): string => {
    read.push(cell)
    return cell
  }
  cellsOf(csv, line, { ...dialect(delimiter), cast: collect })
  const split = cellsOf(csv, line, { ...dialect(delimiter), quote: null }) ?? []
  return [...read, ...split.slice(read.length)]
}

function cellsOf({ parse, CsvError }: CsvPackage, line: Uint8Array, options: CsvOptions): string[] | null {
  try {
    const [cells] = parse(line, { ...options, to: 1 })
    return cells ?? null
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/**
 * The content of a cell. Quotation marks around the whole cell are removed where the parser kept them because of blanks
 * after the closing one.
 */
function unquote(cell: string): string {
  const text = trimText(cell)
  const isQuoted = text.length > 1 && text !== cell && text.startsWith('"') && text.endsWith('"')
  return isQuoted && !text.slice(1, -1).includes('"') ? text.slice(1, -1) : text
}

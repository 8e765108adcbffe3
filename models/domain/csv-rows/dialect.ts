import type { Delimiter } from './delimiters.js'

/** The options of the package `csv-parse` by which files are read. */
export interface CsvOptions {
  delimiter: Delimiter
  record_delimiter: string[]
  relax_column_count: boolean
  relax_quotes: boolean
  skip_empty_lines: boolean
  trim: boolean
  ltrim?: boolean
  quote?: null
  /** The number of rows after which reading ends. */
  to?: number
  cast?: (cell: string) => string
  on_record?: (cells: string[], info: { bytes: number; records: number; empty_lines: number }) => null
}

/** The package `csv-parse`, in its build for Node.js or in that for browsers. */
export interface CsvPackage {
  parse: (bytes: Uint8Array, options: CsvOptions) => string[][]
  /** The class of the errors that `parse` throws for a broken file. */
  CsvError: abstract new (...args: never[]) => { code: string }
}

/**
 * The parser's options for every file: RFC 4180 with any line ends and rows of any length. Blank lines are skipped,
 * blanks around cells are dropped, and a quotation mark within an unquoted cell is a character.
 */
export function dialect(delimiter: Delimiter): CsvOptions {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }
}

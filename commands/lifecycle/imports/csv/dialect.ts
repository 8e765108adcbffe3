import type { Options } from 'csv-parse/sync'
import type { Delimiter } from '../../../../models/import-job.js'

/**
 * The parser's options for every file: RFC 4180 with any line ends and rows of any length. Blank lines are skipped,
 * blanks around cells are dropped, and a quotation mark within an unquoted cell is a character.
 */
export function dialect(delimiter: Delimiter): Options {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }
}

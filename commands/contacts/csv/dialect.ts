import type { Options } from 'csv-parse/sync'
import type { Delimiter } from '../../../models/import-job.js'

/**
 * The parser's options for every file: RFC 4180 with any line ends, blank lines skipped, rows of any length, blanks
 * around quoted cells dropped, and quotation marks within a cell without them taken for characters.
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

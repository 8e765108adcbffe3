import type { Options } from 'csv-parse/sync'
import type { Delimiter } from '../../../models/import-job.js'

/** The parser's options for every file: RFC 4180 with any line ends, blank lines skipped, rows of any length. */
export function dialect(delimiter: Delimiter): Options {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  }
}

import type { Options } from 'csv-parse/sync'

/** What stands between the cells of a file. */
export type Delimiter = ',' | ';' | '\t'

/** How every file is read: RFC 4180 with any line ends, blank lines passed over, rows of any length. */
export function dialect(delimiter: Delimiter): Options {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  }
}

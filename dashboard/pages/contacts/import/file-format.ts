import * as csv from 'csv-parse/browser/esm/sync'
import {
  DELIMITER_LINE,
  DELIMITERS,
  UNNAMED_DELIMITERS,
  type Delimiter,
} from '../../../../models/domain/csv-rows/delimiters.js'
import { parseRows } from '../../../../models/domain/csv-rows/parse-rows.js'
import { namesEmail } from '../../../../models/domain/import-columns.js'
import type { Encoding } from '../../../shared/encoding.js'

/** The format of a file. */
export type FileFormat =
  | { kind: 'csv'; encoding: Encoding; delimiter: Delimiter; isNamed: boolean }
  | { kind: 'ndjson'; encoding: Encoding }

/** Recognises a file by its beginning. */
export function recogniseFormat(beginning: string, encoding: Encoding): FileFormat {
  if (/^\s*\{/.test(beginning)) return { kind: 'ndjson', encoding }
  const named = DELIMITERS.find((delimiter) => delimiter === DELIMITER_LINE.exec(beginning)?.[1])
  if (named) return { kind: 'csv', encoding, delimiter: named, isNamed: true }
  return { kind: 'csv', encoding, delimiter: recogniseDelimiter(beginning), isNamed: false }
}

/** A text without the line that names its delimiter. */
export function withoutDelimiterLine(beginning: string): string {
  return beginning.replace(DELIMITER_LINE, '')
}

// As the API does: the delimiter that yields a column of addresses, and else the one that yields the most columns.
function recogniseDelimiter(beginning: string): Delimiter {
  const bytes = new TextEncoder().encode(beginning)
  const found = UNNAMED_DELIMITERS.map((delimiter) => {
    const header = firstRow(bytes, delimiter)
    return { delimiter, hasAddress: Number(namesEmail(header)), count: header.length }
  })
  const [best] = found.sort((a, b) => b.hasAddress - a.hasAddress || b.count - a.count)
  return best?.delimiter ?? ','
}

/** The cells of the first row. */
export function firstRow(bytes: Uint8Array, delimiter: Delimiter): string[] {
  const [first] = parseRows(csv, { bytes, isEnd: true, delimiter, afterRow: 0 }, 1).rows
  return first?.cells ?? []
}

import { namesEmail } from '../../../../models/domain/import-columns.js'
import type { Encoding } from '../../../shared/encoding.js'
import { CsvReader } from './csv-reader.js'

/** The delimiters of cells. */
export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The format of a file. */
export type FileFormat =
  | { kind: 'csv'; encoding: Encoding; delimiter: Delimiter; isNamed: boolean }
  | { kind: 'ndjson'; encoding: Encoding }

// A line of Excel that names the delimiter. linear: digits of one line behind ^.
const DELIMITER_LINE = /^[\r\n]*"?sep=([^\r\n])"?[,;\t| "]*(?:\r\n|\r|\n|$)/i

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
  const found = DELIMITERS.filter((delimiter) => delimiter !== '|').map((delimiter) => {
    const header = firstRow(beginning, delimiter)
    return { delimiter, hasAddress: Number(namesEmail(header)), count: header.length }
  })
  const [best] = found.sort((a, b) => b.hasAddress - a.hasAddress || b.count - a.count)
  return best?.delimiter ?? ','
}

function firstRow(text: string, delimiter: Delimiter): string[] {
  let first: string[] | undefined
  new CsvReader(delimiter, (cells) => (first ??= cells)).push(`${text}\n`)
  return first ?? []
}

import { trimText } from '../../../models/domain/trim-text.js'
import type { FileRow } from '../../../models/domain/import-row.js'

/** The content types of files of JSON lines. */
const JSON_LINES = /^application\/(?:x-)?(?:ndjson|jsonlines|jsonl|json-lines)$/
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
const LF = 0x0a
const BRACE = 0x7b

/**
 * Where the lines of a file of JSON lines begin, behind a byte order mark; null for a file of another kind. Such a file
 * has its content type, or begins with a brace.
 */
export function findJsonLines(beginning: Buffer, contentType: string): number | null {
  const start = beginning.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  let first = start
  while (first < beginning.length && isBlank(beginning[first] ?? 0)) first += 1
  return beginning[first] === BRACE || JSON_LINES.test(contentType.toLowerCase()) ? start : null
}

/** The whole lines at the beginning of a part of a file. Blank lines are skipped, but count. */
export function parseJsonLines(
  { bytes, isEnd, afterRow }: { bytes: Buffer; isEnd: boolean; afterRow: number },
  maxRows: number,
): { rows: FileRow[]; sizeBytes: number; lastRow: number } {
  const rows: FileRow[] = []
  let [from, lastRow] = [0, afterRow]
  while (rows.length < maxRows && from < bytes.length) {
    const end = bytes.indexOf(LF, from)
    if (end < 0 && !isEnd) break
    const line = trimText(bytes.toString('utf8', from, end < 0 ? bytes.length : end))
    lastRow += 1
    if (line !== '') rows.push({ row: lastRow, cells: null, line })
    from = end < 0 ? bytes.length : end + 1
  }
  return { rows, sizeBytes: from, lastRow }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

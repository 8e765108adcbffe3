import { MAX_ROW_BYTES, type FileRow } from '../../../models/domain/import-row.js'
import type { FilePlace, ImportInput } from '../../../models/import-job.js'
import type { JobRef } from '../../base/jobs/advance-job.js'
import { parseRows } from './csv/parse-rows.js'
import { readImportFile } from './import-file.js'
import { parseJsonLines } from './json-lines.js'

const PART_BYTES = MAX_ROW_BYTES / 4
const [LF, CR] = [0x0a, 0x0d]

/** The next rows of a file. */
export interface RowsParsed {
  rows: FileRow[]
  /** The length of these rows. */
  sizeBytes: number
  /** The number of the last row. Blank lines count too. */
  lastRow: number
}

/**
 * The next rows of an import's file, at most `maxRows`, and of the bytes of the longest row at most; null when the file
 * is gone. A row that is longer than a part is read again with a larger part. A row above the limit ends with its line.
 */
export async function readRows(
  ref: JobRef,
  input: ImportInput,
  from: FilePlace,
  maxRows: number,
): Promise<RowsParsed | null> {
  const leftBytes = input.sizeBytes - from.bytes
  for (let sizeBytes = PART_BYTES; ; sizeBytes *= 4) {
    const bytes = leftBytes > 0 ? await readPart(ref, input, from.bytes, sizeBytes) : Buffer.alloc(0)
    if (!bytes) return null
    const part = { bytes, isEnd: bytes.length >= leftBytes, afterRow: from.row }
    const parsed = parse(input, part, maxRows)
    if (part.isEnd || parsed.sizeBytes > 0) return parsed
    const blank = blankLines(bytes)
    if (blank.sizeBytes > 0) return { rows: [], sizeBytes: blank.sizeBytes, lastRow: from.row + blank.count }
    if (sizeBytes >= MAX_ROW_BYTES) return skipLine(ref, input, from, bytes)
  }
}

function parse(
  { format, delimiter }: ImportInput,
  part: { bytes: Buffer; isEnd: boolean; afterRow: number },
  maxRows: number,
): RowsParsed {
  return format === 'ndjson' ? parseJsonLines(part, maxRows) : parseRows({ ...part, delimiter }, maxRows)
}

/** Some bytes of the file, at most `sizeBytes`; null when the file is gone. */
async function readPart(ref: JobRef, input: ImportInput, fromBytes: number, sizeBytes: number): Promise<Buffer | null> {
  const wanted = Math.min(sizeBytes, input.sizeBytes - fromBytes)
  const bytes = await readImportFile(ref, fromBytes, wanted)
  return bytes.length < wanted ? null : bytes.subarray(0, wanted)
}

/** The row above the limit at the beginning of `bytes`, as one row that ends with its first line. */
async function skipLine(
  ref: JobRef,
  input: ImportInput,
  { bytes: from, row }: FilePlace,
  bytes: Buffer,
): Promise<RowsParsed | null> {
  let skippedBytes = 0
  for (let part: Buffer | null = bytes; part; part = await readPart(ref, input, from + skippedBytes, MAX_ROW_BYTES)) {
    const end = lineEnd(part)
    const isLast = from + skippedBytes + part.length >= input.sizeBytes
    skippedBytes += end ?? part.length
    if (end === null && !isLast) continue
    const rows = [{ row: row + 1, cells: null, isTooLong: true, ...beginningOf(input, bytes.subarray(0, end ?? 0)) }]
    return { rows, sizeBytes: skippedBytes, lastRow: row + 1 }
  }
  return null
}

// The beginning of the row helps a reader to find it.
function beginningOf({ format, delimiter }: ImportInput, bytes: Buffer): Pick<FileRow, 'line' | 'readable'> {
  const text = bytes.toString('utf8', 0, 1_000)
  return format === 'ndjson' ? { line: text } : { readable: text.split(delimiter) }
}

/** The blank lines at the beginning of a part, which the parser passes only together with a row. */
function blankLines(bytes: Buffer): { sizeBytes: number; count: number } {
  let [sizeBytes, count] = [0, 0]
  for (; bytes[sizeBytes] === LF || bytes[sizeBytes] === CR; count += 1) {
    sizeBytes += bytes[sizeBytes] === CR && bytes[sizeBytes + 1] === LF ? 2 : 1
  }
  return { sizeBytes, count }
}

/** The offset behind the first line end. */
function lineEnd(bytes: Buffer): number | null {
  const end = bytes.findIndex((byte) => byte === LF || byte === CR)
  if (end < 0) return null
  return bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1
}

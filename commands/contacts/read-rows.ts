import type { ImportCursor, ImportInput } from '../../models/import-job.js'
import type { JobRef } from '../jobs/advance-job.js'
import { parseRows, type RowsParsed } from './csv/parse-rows.js'
import { readImportFile } from './import-file.js'

const PART_BYTES = 256 * 1024

/**
 * The next rows of an import's file, at most `maxRows`; null when the file is gone. A row that is longer than a part is
 * read again with a larger part.
 */
export async function readRows(
  ref: JobRef,
  input: ImportInput,
  from: Pick<ImportCursor, 'bytes' | 'row'>,
  maxRows: number,
): Promise<RowsParsed | null> {
  const leftBytes = input.sizeBytes - from.bytes
  for (let sizeBytes = PART_BYTES; ; sizeBytes *= 4) {
    const bytes =
      leftBytes > 0 ? await readImportFile(ref, from.bytes, Math.min(sizeBytes, leftBytes)) : Buffer.alloc(0)
    const isEnd = bytes.length >= leftBytes
    if (!isEnd && bytes.length < sizeBytes) return null
    const parsed = parseRows({ bytes, isEnd, delimiter: input.delimiter, afterRow: from.row }, maxRows)
    if (isEnd || parsed.sizeBytes > 0) return parsed
  }
}

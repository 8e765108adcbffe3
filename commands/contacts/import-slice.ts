import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { parseRows, type RowsParsed } from './csv/parse-rows.js'
import { readHeader } from '../../models/domain/import-columns.js'
import { isBadRow, readImportRow, type BadRow, type ImportRow } from '../../models/domain/import-row.js'
import { expireImportFile, readImportFile } from './import-file.js'
import type { ImportCursor, ImportInput, ImportJob, ImportResult } from '../../models/import-job.js'
import { MAX_NAMED_ERRORS } from '../../models/job.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, failJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { evaluateSegments } from '../segments/evaluate-segments.js'
import { planRowsIn, registerRows, writeRowsIn, type RowsPlan } from './import-rows.js'

const ROWS = 500
const PART_BYTES = 256 * 1024
const MAX_TRIES = 4

/**
 * Imports the next rows of a CSV file in one transaction, which counts them, stores the events of flips and moves
 * the job on. The next slice begins with the tracked segments of the contacts that this one changed, so that a
 * crash in between loses none.
 */
export async function importSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ImportInput, ImportCursor, ImportResult>(ref)
  if (!job) return NOTHING_LEFT
  const { input } = job
  const from = job.cursor ?? { bytes: input.startBytes, row: 1, changedIds: [] }
  const joined = from.changedIds.length > 0 ? await evaluateSegments(ref.projectId, from.changedIds) : []
  const parsed = await readRows(ref, input, from)
  if (!parsed) {
    await failJob(ref, 'The file is gone')
    return NOTHING_LEFT
  }
  const read = readAll(parsed, input)
  const { rows, bad } = await registerRows(ref.projectId, read.rows)
  const fitting = { rows, bad: [...read.bad, ...bad] }
  const imported = await importOnce(job, { ...fitting, bytes: from.bytes + parsed.sizeBytes, row: parsed.lastRow })
  return { ...imported, entries: [...joined, ...imported.entries] }
}

/** The next rows of the file; null when the file is gone. A row longer than a part is read with a larger part. */
async function readRows(ref: JobRef, input: ImportInput, from: ImportCursor): Promise<RowsParsed | null> {
  const leftBytes = input.sizeBytes - from.bytes
  for (let sizeBytes = PART_BYTES; ; sizeBytes *= 4) {
    const bytes =
      leftBytes > 0 ? await readImportFile(ref, from.bytes, Math.min(sizeBytes, leftBytes)) : Buffer.alloc(0)
    const isEnd = bytes.length >= leftBytes
    if (!isEnd && bytes.length < sizeBytes) return null
    const parsed = parseRows({ bytes, isEnd, delimiter: input.delimiter, afterRow: from.row }, ROWS)
    if (isEnd || parsed.rows.length > 0) return parsed
  }
}

function readAll({ rows }: RowsParsed, { header }: ImportInput): { rows: ImportRow[]; bad: BadRow[] } {
  const columns = readHeader(header)
  const read = rows.map((row) => readImportRow(row, columns))
  return { rows: read.flatMap((row) => (isBadRow(row) ? [] : [row])), bad: read.filter(isBadRow) }
}

/** The rows of a slice, and the position behind the last of them. */
interface SliceRead {
  rows: ImportRow[]
  bad: BadRow[]
  bytes: number
  row: number
}

/** Retries when a concurrent request creates a contact between the read and the insert. */
async function importOnce(job: ImportJob, read: SliceRead, tries = 1): Promise<SliceDone> {
  const { projectId, input } = job
  try {
    return await inTransaction(async (session) => {
      const plan = await planRowsIn(session, projectId, read.rows)
      const changedIds = plan.changed.map(({ id }) => id)
      const isDone = read.bytes >= input.sizeBytes && changedIds.length === 0
      const progress = (read.bytes / input.sizeBytes) * 100
      const cursor: ImportCursor = { bytes: read.bytes, row: read.row, changedIds }
      // First of all writes, so that a concurrent run of this slice stops before its first write.
      await advanceJob(session, job, { cursor, progress, result: addTo(job.result, read, plan), isDone })
      const entries = await writeRowsIn(session, projectId, plan)
      if (isDone) await expireImportFile(session, { projectId, jobId: job._id })
      return { isDone, progress, entries }
    })
  } catch (error) {
    if (!isDuplicateKey(error) || tries >= MAX_TRIES) throw error
    return importOnce(job, read, tries + 1)
  }
}

function addTo(result: ImportResult, read: SliceRead, { created, updated, bad }: RowsPlan): ImportResult {
  const failed = [...read.bad, ...bad].sort((a, b) => a.row - b.row)
  return {
    total: result.total + read.rows.length + read.bad.length,
    created: result.created + created,
    updated: result.updated + updated,
    failed: result.failed + failed.length,
    errors: [...result.errors, ...failed].slice(0, MAX_NAMED_ERRORS),
  }
}

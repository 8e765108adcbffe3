import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import type { RowsParsed } from './csv/parse-rows.js'
import type { FieldType } from '../../models/domain/fields.js'
import { readHeader } from '../../models/domain/import-columns.js'
import {
  isBadRow,
  readImportRow,
  type BadRow,
  type FieldTypes,
  type ImportRow,
} from '../../models/domain/import-row.js'
import { expireImportFile } from './import-file.js'
import type { ImportCursor, ImportInput, ImportJob, ImportResult } from '../../models/import-job.js'
import { MAX_NAMED_ERRORS } from '../../models/job.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, failJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { evaluateSegments } from '../reactions/evaluate-segments.js'
import { countJoined, joinSegmentIn } from '../segments/join-segment.js'
import { applyRowsIn, registerRows, type RowsApplied } from './import-rows.js'
import { readRows } from './read-rows.js'
import { surveyColumns } from './survey-columns.js'

const ROWS = 500
const MAX_TRIES = 4

/**
 * Imports the next rows of a CSV file. The first slice decides the types of the columns over the whole file. One
 * transaction writes and counts the contacts, stores the events of changed subscriptions, and advances the job. The
 * next slice first evaluates the tracked segments of the contacts that this slice changed, so that a crash in between
 * loses no evaluation.
 */
export async function importSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ImportInput, ImportCursor, ImportResult>(ref)
  if (!job) return NOTHING_LEFT
  const { input } = job
  const from = job.cursor ?? (await beginImport(ref, input))
  if (from && from.changedIds.length > 0) await evaluateSegments(ref.projectId, from.changedIds)
  const parsed = from && (await readRows(ref, input, from, ROWS))
  // The slice that finds no rows left is the last one.
  if (parsed?.rows.length === 0 && input.segmentId) await countJoined({ ...ref, segmentId: input.segmentId })
  if (!parsed) {
    await failJob(ref, 'The file is gone')
    return NOTHING_LEFT
  }
  const { types } = from
  const read = readAll(parsed, input, types)
  const { rows, bad } = await registerRows(ref.projectId, read.rows, read.types)
  const fitting = { rows, bad: [...read.bad, ...bad], types }
  return importOnce(job, { ...fitting, bytes: from.bytes + parsed.sizeBytes, row: parsed.lastRow })
}

function readAll({ rows }: RowsParsed, { header, map }: ImportInput, types: readonly FieldType[]): RowsRead {
  const columns = readHeader(header, map)
  const typesByKey = new Map(columns.fields.map(({ key }, index) => [key, types[index] ?? 'string']))
  const read = rows.map((row) => readImportRow(row, columns, typesByKey))
  return {
    rows: read.flatMap((row) => (isBadRow(row) ? [] : [row])),
    bad: read.filter(isBadRow),
    types: typesByKey,
  }
}

/** The rows of a slice, and the types of the columns by the keys of their fields. */
interface RowsRead {
  rows: ImportRow[]
  bad: BadRow[]
  types: FieldTypes
}

/** The first cursor of an import, with the types of its columns. Null when the file is gone. */
async function beginImport(ref: JobRef, input: ImportInput): Promise<ImportCursor | null> {
  const types = await surveyColumns(ref, input)
  return types && { bytes: input.startBytes, row: 1, changedIds: [], types }
}

/** The rows of a slice, the position after its last row, and the types of all columns. */
interface SliceRead {
  rows: ImportRow[]
  bad: BadRow[]
  types: FieldType[]
  bytes: number
  row: number
}

/**
 * Imports rows in one transaction. Retries when a concurrent request creates a contact between the read and the insert.
 */
async function importOnce(job: ImportJob, read: SliceRead, tries = 1): Promise<SliceDone> {
  const { projectId, input } = job
  try {
    return await inTransaction(async (session) => {
      const { book, applied } = await applyRowsIn(session, projectId, read.rows, input)
      const { changedIds } = book
      // Members are counted in a slice of its own, after the last rows.
      const left = input.segmentId ? read.rows.length + read.bad.length : changedIds.length
      const isDone = read.bytes >= input.sizeBytes && left === 0
      const progress = (read.bytes / input.sizeBytes) * 100
      const cursor: ImportCursor = { bytes: read.bytes, row: read.row, changedIds, types: read.types }
      // The job is the first write, so that a concurrent run of this slice stops before its other writes.
      await advanceJob(session, job, { cursor, progress, result: addTo(job.result, read, applied), isDone })
      await book.write({ isCounted: true })
      if (input.segmentId) await joinSegmentIn(session, { projectId, segmentId: input.segmentId }, applied.contactIds)
      if (isDone) await expireImportFile(session, { projectId, jobId: job._id })
      return { isDone, progress }
    })
  } catch (error) {
    if (!isDuplicateKey(error) || tries >= MAX_TRIES) throw error
    return importOnce(job, read, tries + 1)
  }
}

function addTo(result: ImportResult, read: SliceRead, { bad, ...applied }: RowsApplied): ImportResult {
  const failed = [...read.bad, ...bad].sort((a, b) => a.row - b.row)
  return {
    total: result.total + read.rows.length + read.bad.length,
    created: result.created + applied.created,
    updated: result.updated + applied.updated,
    unchanged: result.unchanged + applied.unchanged,
    subscribed: result.subscribed + applied.subscribed,
    unsubscribed: result.unsubscribed + applied.unsubscribed,
    failed: result.failed + failed.length,
    keptUnsubscribed: result.keptUnsubscribed + applied.keptUnsubscribed,
    errors: [...result.errors, ...failed].slice(0, MAX_NAMED_ERRORS),
  }
}

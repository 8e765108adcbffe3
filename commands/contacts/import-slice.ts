import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { readHeader, type ImportColumns } from '../../models/domain/import-columns.js'
import { readJsonRow } from '../../models/domain/import-json-row.js'
import {
  isBadRow,
  readImportRow,
  type BadRow,
  type FieldTypes,
  type FileRow,
  type ImportRow,
} from '../../models/domain/import-row.js'
import { expireImportFile } from './import-file.js'
import type { ImportCursor, ImportInput, ImportJob, ImportResult } from '../../models/import-job.js'
import { MAX_NAMED_ERRORS } from '../../models/job.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, failJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { evaluateSegments } from '../reactions/evaluate-segments.js'
import { countJoined, joinSegmentIn } from '../segments/join-segment.js'
import { storeFaults } from './import-faults.js'
import { applyRowsIn, registerRows, type RowsApplied } from './import-rows.js'
import { readRows } from './read-rows.js'
import { beginSurvey, decideTypes, surveyColumns } from './survey-columns.js'

const ROWS = 500
const MAX_TRIES = 4
// The share of the progress that the survey of the columns has: it reads the file and stores nothing.
const SURVEY_PERCENT = 10

/**
 * Imports the next rows of a file. The first slices decide the types of the columns over the whole file. Then one
 * transaction writes and counts the contacts, stores the events of changed subscriptions, and advances the job. The
 * next slice first evaluates the tracked segments of the contacts that this slice changed, so that a crash in between
 * loses no evaluation.
 */
export async function importSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ImportInput, ImportCursor, ImportResult>(ref)
  if (!job) return NOTHING_LEFT
  const { input } = job
  const columns = input.format === 'csv' ? readHeader(input.header, input.map) : null
  const from = await surveyNext(ref, input, columns, job.cursor)
  if (from?.survey) return advanceSurvey(job, from)
  if (from && from.changedIds.length > 0) await evaluateSegments(ref.projectId, from.changedIds)
  const parsed = from && (await readRows(ref, input, from, ROWS))
  if (!parsed) {
    await failJob(ref, 'The file is gone')
    return NOTHING_LEFT
  }
  // The slice that finds no rows left is the last one.
  if (parsed.rows.length === 0 && joinsSegment(input)) await countJoined({ ...ref, segmentId: input.segmentId })
  const read = readAll(parsed.rows, columns, from.types)
  const { rows, bad } = await registerRows(ref.projectId, read.rows, read.types, input)
  const place = { bytes: from.bytes + parsed.sizeBytes, row: parsed.lastRow }
  return importOnce(job, { sent: parsed.rows, rows, bad: [...read.bad, ...bad], types: from.types, ...place })
}

/**
 * The cursor after the next part of the survey of the columns, which is `survey: null` when the types are decided; null
 * when the file is gone. A small file is surveyed in the slice that imports its first rows.
 */
async function surveyNext(
  ref: JobRef,
  input: ImportInput,
  columns: ImportColumns | null,
  cursor: ImportCursor | null,
): Promise<ImportCursor | null> {
  // A file of JSON lines has no header, and each of its values has its own type.
  const first = { bytes: input.startBytes, row: columns ? 1 : 0, changedIds: [], types: [] }
  if (!columns) return cursor ?? { ...first, survey: null }
  const from = cursor ?? { ...first, survey: beginSurvey(input, columns) }
  if (!from.survey) return from
  const survey = await surveyColumns(ref, input, columns, from.survey)
  if (!survey) return null
  const isDone = survey.bytes >= input.sizeBytes
  return isDone ? { ...from, survey: null, types: await decideTypes(ref, columns, survey) } : { ...from, survey }
}

async function advanceSurvey(job: ImportJob, cursor: ImportCursor): Promise<SliceDone> {
  const progress = ((cursor.survey?.bytes ?? 0) / job.input.sizeBytes) * SURVEY_PERCENT
  const advance = { cursor, progress, result: job.result, isDone: false }
  await inTransaction((session) => advanceJob(session, job, advance))
  return { isDone: false, progress }
}

function readAll(sent: readonly FileRow[], columns: ImportColumns | null, types: ImportCursor['types']): RowsRead {
  const keys = columns?.fields.map(({ key }) => key) ?? []
  const typesByKey = new Map(keys.map((key, index) => [key, types[index] ?? 'string']))
  const read = sent.map((row) => (columns ? readImportRow(row, columns, typesByKey) : readJsonRow(row)))
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

/** The rows of a slice, the position after its last row, and the types of all columns. */
interface SliceRead extends Pick<ImportCursor, 'bytes' | 'row' | 'types'> {
  sent: readonly FileRow[]
  rows: ImportRow[]
  bad: BadRow[]
}

function joinsSegment(input: ImportInput): input is ImportInput & { segmentId: string } {
  return input.segmentId !== null && !input.isDryRun
}

/**
 * Imports rows in one transaction. Retries when a concurrent request creates a contact between the read and the insert.
 */
async function importOnce(job: ImportJob, read: SliceRead, tries = 1): Promise<SliceDone> {
  try {
    return await inTransaction((session) => importIn(session, job, read))
  } catch (error) {
    if (!isDuplicateKey(error) || tries >= MAX_TRIES) throw error
    return importOnce(job, read, tries + 1)
  }
}

async function importIn(
  session: Parameters<typeof applyRowsIn>[0],
  job: ImportJob,
  { sent, rows, bad, ...place }: SliceRead,
): Promise<SliceDone> {
  const { _id: jobId, projectId, input } = job
  const { book, applied } = await applyRowsIn(session, projectId, rows, input)
  const changedIds = input.isDryRun ? [] : book.changedIds
  // Members are counted in a slice of its own, after the last rows.
  const left = joinsSegment(input) ? sent.length : changedIds.length
  const isDone = place.bytes >= input.sizeBytes && left === 0
  const progress = SURVEY_PERCENT + (place.bytes / input.sizeBytes) * (100 - SURVEY_PERCENT)
  const cursor: ImportCursor = { ...place, survey: null, changedIds }
  const faults = [...bad, ...applied.bad].sort((a, b) => a.row - b.row)
  const result = addTo(job.result, { ...applied, total: sent.length, bad: faults })
  // The job is the first write, so that a concurrent run of this slice stops before its other writes.
  await advanceJob(session, job, { cursor, progress, result, isDone })
  await storeFaults(session, job, { rows: sent, bad: faults })
  if (!input.isDryRun) await book.write({ isCounted: true })
  if (joinsSegment(input)) await joinSegmentIn(session, { projectId, segmentId: input.segmentId }, applied.contactIds)
  if (isDone) await expireImportFile(session, { projectId, jobId })
  return { isDone, progress }
}

function addTo(result: ImportResult, { bad, ...applied }: RowsApplied & { total: number }): ImportResult {
  return {
    total: result.total + applied.total,
    created: result.created + applied.created,
    updated: result.updated + applied.updated,
    unchanged: result.unchanged + applied.unchanged,
    subscribed: result.subscribed + applied.subscribed,
    unsubscribed: result.unsubscribed + applied.unsubscribed,
    failed: result.failed + bad.length,
    keptUnsubscribed: result.keptUnsubscribed + applied.keptUnsubscribed,
    errors: [...result.errors, ...bad].slice(0, MAX_NAMED_ERRORS),
  }
}

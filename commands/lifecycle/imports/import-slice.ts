import type { ClientSession } from 'mongoose'
import { readHeader, type ImportColumns } from '../../../models/domain/import-columns.js'
import { readJsonRow } from '../../../models/domain/import-json-row.js'
import {
  isBadRow,
  readImportRow,
  type BadRow,
  type FileRow,
  type ImportRow,
} from '../../../models/domain/import-row.js'
import type { ImportCursor, ImportInput, ImportJob, ImportResult } from '../../../models/import-job.js'
import { failJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { evaluateSegments } from '../../automation/reactions/evaluate-segments.js'
import { joinSegmentIn } from '../../audience/segments/join-segment.js'
import { advanceImport, advanceSurvey, inSliceTransaction } from './advance-import.js'
import { countAgain } from './checked-addresses.js'
import { markImportedIn } from './mark-imported.js'
import { applyRowsIn, registerRows } from './import-rows.js'
import { readRows } from './read-rows.js'
import { readSuppressions, suppressRowsIn } from './suppress-rows.js'
import { beginSurvey, decideTypes, surveyColumns } from './survey-columns.js'

const ROWS = 500

/**
 * Imports the next rows of a file. The first slices decide the types of the columns over the whole file. Then one
 * transaction writes and counts the contacts, stores the events of changed subscriptions, and advances the job. The
 * next slice first evaluates the segments of the contacts that this slice changed, so that a crash in between
 * loses no evaluation. A file of suppressions has no types, and changes no contact.
 */
export async function importSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ImportInput, ImportCursor, ImportResult>(ref)
  if (!job) return NOTHING_LEFT
  const { input } = job
  const columns = input.format === 'csv' && input.kind === 'contacts' ? readHeader(input.header, input.map) : null
  const from = await surveyNext(ref, input, columns, job.cursor)
  if (from?.survey) return advanceSurvey(job, from)
  if (from && from.changedIds.length > 0) await evaluateSegments(ref.projectId, from.changedIds)
  const parsed = from && (await readRows(ref, input, from, ROWS))
  if (!parsed) {
    await failJob(ref, 'The file is gone')
    return NOTHING_LEFT
  }
  const cursor = { ...from, changedIds: [], bytes: from.bytes + parsed.sizeBytes, row: parsed.lastRow }
  const next = { sent: parsed.rows, cursor }
  return input.kind === 'suppressions' ? importSuppressions(job, next) : importContacts(job, columns, next)
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
  const first = { bytes: input.startBytes, row: input.format === 'csv' ? 1 : 0, changedIds: [], types: [] }
  // A file of JSON lines has no columns, and each of its values has its own type.
  if (!columns) return cursor ?? { ...first, survey: null }
  const from = cursor ?? { ...first, survey: beginSurvey(input, columns) }
  if (!from.survey) return from
  const survey = await surveyColumns(ref, input, columns, from.survey)
  if (!survey) return null
  const isDone = survey.bytes >= input.sizeBytes
  return isDone ? { ...from, survey: null, types: await decideTypes(ref, columns, survey) } : { ...from, survey }
}

/** The next rows of a file, and the cursor behind them. */
interface NextRows {
  sent: readonly FileRow[]
  cursor: ImportCursor
}

async function importContacts(job: ImportJob, columns: ImportColumns | null, next: NextRows): Promise<SliceDone> {
  const { projectId, input } = job
  const { sent, cursor } = next
  const keys = columns?.fields.map(({ key }) => key) ?? []
  const types = new Map(keys.map((key, index) => [key, cursor.types[index] ?? 'string']))
  const read = sent.map((row) => (columns ? readImportRow(row, columns, types) : readJsonRow(row)))
  const valid = read.flatMap((row) => (isBadRow(row) ? [] : [row]))
  const { rows, bad } = await registerRows(projectId, valid, types, input)
  const fitting = { ...next, rows, bad: [...read.filter(isBadRow), ...bad] }
  return inSliceTransaction((session) => importIn(session, job, fitting))
}

function joinsSegment(input: ImportInput): input is ImportInput & { segmentId: string } {
  return input.segmentId !== null && !input.isDryRun
}

async function importIn(
  session: ClientSession,
  job: ImportJob,
  { sent, rows, bad, cursor }: NextRows & { rows: readonly ImportRow[]; bad: readonly BadRow[] },
): Promise<SliceDone> {
  const { projectId, input } = job
  const { book, applied } = await applyRowsIn(session, projectId, rows, input)
  const changedIds = input.isDryRun ? [] : book.changedIds
  const ref = { projectId, jobId: job._id }
  const again = input.isDryRun ? await countAgain(session, ref, applied.newAddresses) : 0
  const done = await advanceImport(session, job, {
    cursor: { ...cursor, changedIds },
    sent,
    bad: [...bad, ...applied.bad],
    counts: { ...applied, created: applied.created - again, updated: applied.updated + again },
    isDone: cursor.bytes >= input.sizeBytes && changedIds.length === 0,
  })
  if (input.isDryRun) return done
  await book.write({ isOfJob: true })
  await markImportedIn(session, ref, applied.contactIds)
  if (joinsSegment(input)) await joinSegmentIn(session, { projectId, segmentId: input.segmentId }, applied.contactIds)
  return done
}

async function importSuppressions(job: ImportJob, { sent, cursor }: NextRows): Promise<SliceDone> {
  const { rows, bad } = readSuppressions(job.input, sent)
  return inSliceTransaction(async (session) => {
    const { counts, write } = await suppressRowsIn(session, job.projectId, rows)
    const isDone = cursor.bytes >= job.input.sizeBytes
    const done = await advanceImport(session, job, { cursor, sent, bad, counts, isDone })
    if (!job.input.isDryRun) await write()
    return done
  })
}

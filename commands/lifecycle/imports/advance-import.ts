import type { ClientSession } from 'mongoose'
import type { BadRow, FileRow } from '../../../models/domain/import-row.js'
import type { ImportCursor, ImportJob, ImportResult } from '../../../models/import-job.js'
import { MAX_NAMED_ERRORS } from '../../../models/job.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, type SliceDone } from '../../base/jobs/advance-job.js'
import { storeFaults } from './import-faults.js'
import { endImportFile } from '../../base/jobs/end-import-file.js'

const MAX_TRIES = 4
// The share of the progress that the survey of the columns has: it reads the file and stores nothing.
const SURVEY_PERCENT = 10

/** The counts of rows by what they do. */
export type RowCounts = Omit<ImportResult, 'total' | 'failed' | 'errors'>

/** What a slice has done. */
export interface ImportAdvance {
  cursor: ImportCursor
  sent: readonly FileRow[]
  bad: readonly BadRow[]
  counts: RowCounts
  isDone: boolean
}

/**
 * Stores the progress of an import and its faulty rows in the transaction of a slice. It comes before the other writes,
 * so that a concurrent run of this slice stops before them.
 */
export async function advanceImport(
  session: ClientSession,
  job: ImportJob,
  { cursor, sent, bad, counts, isDone }: ImportAdvance,
): Promise<SliceDone> {
  const faults = bad.toSorted((a, b) => a.row - b.row)
  const result = addTo(job.result, counts, { total: sent.length, faults })
  const progress = progressOf(job, cursor)
  await advanceJob(session, job, { cursor, progress, result, isDone })
  await storeFaults(session, job, { rows: sent, bad: faults })
  if (isDone) await endImportFile(session, { projectId: job.projectId, jobId: job._id })
  return { isDone, progress }
}

/** Stores the progress of the survey of the columns. */
export async function advanceSurvey(job: ImportJob, cursor: ImportCursor): Promise<SliceDone> {
  const done: SliceDone = { isDone: false, progress: progressOf(job, cursor) }
  await inTransaction((session) => advanceJob(session, job, { ...done, cursor, result: job.result }))
  return done
}

/**
 * Runs the transaction of a slice. Retries when a concurrent request creates the same document between the read and the
 * insert.
 */
export async function inSliceTransaction<T>(run: (session: ClientSession) => Promise<T>, tries = 1): Promise<T> {
  try {
    return await inTransaction(run)
  } catch (error) {
    if (!isDuplicateKey(error) || tries >= MAX_TRIES) throw error
    return inSliceTransaction(run, tries + 1)
  }
}

function progressOf({ input }: ImportJob, { survey, bytes }: ImportCursor): number {
  const share = (survey?.bytes ?? bytes) / input.sizeBytes
  return survey ? share * SURVEY_PERCENT : SURVEY_PERCENT + share * (100 - SURVEY_PERCENT)
}

function addTo(
  result: ImportResult,
  counts: RowCounts,
  { total, faults }: { total: number; faults: readonly BadRow[] },
): ImportResult {
  return {
    total: result.total + total,
    created: result.created + counts.created,
    updated: result.updated + counts.updated,
    unchanged: result.unchanged + counts.unchanged,
    subscribed: result.subscribed + counts.subscribed,
    unsubscribed: result.unsubscribed + counts.unsubscribed,
    failed: result.failed + faults.length,
    keptUnsubscribed: result.keptUnsubscribed + counts.keptUnsubscribed,
    errors: [...result.errors, ...faults].slice(0, MAX_NAMED_ERRORS),
  }
}

import { BYTE_ORDER_MARK } from '../../../models/domain/csv-line.js'
import { AppError } from '../../../models/domain/errors.js'
import { ExportPart } from '../../../models/export-part.js'
import type { ExportCursor, ExportInput, ExportJob, ExportResult } from '../../../models/export-job.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, failJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { storeParts } from '../../base/jobs/file-parts.js'
import { requireRoom } from '../../base/quotas/require-quota.js'
import { isTooSlow, scan } from '../../base/listing/scan.js'
import { contactTable, exportedFields } from './contact-table.js'
import { csvLine } from './csv-line.js'
import { emailTable } from './email-table.js'
import { eventTable } from './event-table.js'
import type { ExportTable, Stored } from './export-table.js'
import { nextRows } from './read-rows.js'
import { suppressionTable } from './suppression-table.js'

// A slice ends with the row that reaches this size.
const SLICE_BYTES = 1_048_576
const COUNT_LIMIT_MS = 5_000

/**
 * Writes the next rows of an export into its file. One transaction stores them as parts of the file and advances the
 * job. A job fails whose segment was deleted meanwhile, whose condition names a campaign that was, or whose file
 * exceeds the quota of the project.
 */
export async function exportSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ExportInput, ExportCursor, ExportResult>(ref)
  if (!job) return NOTHING_LEFT
  const fields = job.cursor?.fields ?? (await fieldsOf(job))
  let table: ExportTable
  try {
    table = await tableOf(job, fields)
  } catch (error) {
    return failBy(ref, error)
  }
  const from = job.cursor ?? { after: null, fields, matched: await countRows(job.projectId, table) }
  return writeNext(job, table, from)
}

async function fieldsOf({ projectId, input }: ExportJob): Promise<string[]> {
  return input.kind === 'contacts' ? exportedFields(projectId) : []
}

async function tableOf({ projectId, input, createdAt }: ExportJob, fields: readonly string[]): Promise<ExportTable> {
  if (input.kind === 'contacts') return contactTable(projectId, input.filter, fields)
  if (input.kind === 'suppressions') return suppressionTable(projectId, input.filter)
  if (input.kind === 'emails') return emailTable(projectId, input.filter, createdAt)
  return eventTable(projectId, input.filter, createdAt)
}

/** The number of rows for the progress; null when counting takes too long. */
async function countRows(
  projectId: string,
  { collection, base, condition = {}, count }: ExportTable,
): Promise<number | null> {
  try {
    if (count) return await count(COUNT_LIMIT_MS)
    const rows: OwnedQuery = { $and: [base, condition] }
    return await scan(projectId, (limits) => collection.countDocuments(rows, limits), Date.now() + COUNT_LIMIT_MS)
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}

async function writeNext(job: ExportJob, table: ExportTable, from: ExportCursor): Promise<SliceDone> {
  const { rows, until } = await nextRows(table, from.after)
  const lines = linesOf(table, job.input)
  const texts = job.slices === 0 ? lines.first : []
  let [sizeBytes, count, after] = [sizeOf(texts), 0, until]
  let isDone = until === null
  for await (const row of rows) {
    const line = lines.of(row)
    texts.push(line)
    sizeBytes += Buffer.byteLength(line)
    count += 1
    if (sizeBytes < SLICE_BYTES) continue
    after = table.order.positionOf(row)
    isDone = false
    break
  }
  const result = { rows: job.result.rows + count, bytes: job.result.bytes + sizeBytes }
  const progress = from.matched ? (result.rows / from.matched) * 100 : 0
  try {
    await requireRoom(job.projectId, 'uploads', sizeBytes)
  } catch (error) {
    return failBy({ projectId: job.projectId, jobId: job._id }, error)
  }
  await inTransaction(async (session) => {
    // The job is the first write, so that a concurrent run of this slice stops before its other write.
    await advanceJob(session, job, { cursor: { ...from, after }, progress, result, isDone })
    const { _id: jobId, projectId, slices: slice } = job
    if (sizeBytes > 0)
      await storeParts(session, ExportPart, { projectId, jobId, slice, bytes: Buffer.from(texts.join('')) })
  })
  return { isDone, progress }
}

/** Fails an export that can never be completed; throws other errors, so that the slice is repeated. */
async function failBy(ref: JobRef, error: unknown): Promise<SliceDone> {
  if (!(error instanceof AppError)) throw error
  await failJob(ref, error.message)
  return NOTHING_LEFT
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** The lines of a file: those before the first row, and the line of a row. */
function linesOf(
  table: ExportTable,
  { format, bom = false }: ExportInput,
): { first: string[]; of: (row: Stored) => string } {
  if (format === 'csv') {
    const header = `${bom ? BYTE_ORDER_MARK : ''}${csvLine(table.header)}`
    return { first: [header], of: (row) => csvLine(table.cells(row)) }
  }
  return { first: [], of: (row) => `${JSON.stringify(table.record(row))}\n` }
}

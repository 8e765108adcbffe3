import type { ClientSession } from 'mongoose'
import { FIELD_PREFIX, writeCell } from '../../../models/domain/csv-cell.js'
import { withoutFormulas } from '../../../models/domain/csv-formula.js'
import { BYTE_ORDER_MARK, writeLine, writeTextLine } from '../../../models/domain/csv-line.js'
import type { BadRow, FileRow } from '../../../models/domain/import-row.js'
import { notFound } from '../../../models/domain/errors.js'
import { ImportFaults } from '../../../models/import-faults.js'
import type { ImportInput, ImportJob } from '../../../models/import-job.js'
import { Job } from '../../../models/job.js'
import type { JobRef } from '../../base/jobs/advance-job.js'
import { readParts, storeParts } from '../../base/jobs/file-parts.js'
import { FAULTS_KEPT_MS } from '../../base/jobs/end-import-file.js'

const ERROR = 'error'

/** Stores the faulty rows of a slice in its transaction. */
export async function storeFaults(
  session: ClientSession,
  { _id: jobId, projectId, slices: slice, input }: ImportJob,
  { rows, bad }: { rows: readonly FileRow[]; bad: readonly BadRow[] },
): Promise<void> {
  if (bad.length === 0) return
  const columns = columnsOf(input).length
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  const lines = bad.map(({ row, error }) => {
    const { cells, readable, line } = byNumber.get(row) ?? { cells: null }
    const sent = line === undefined ? (cells ?? readable ?? []) : [line]
    const missing = Array.from({ length: Math.max(0, columns - sent.length) }, () => '')
    // Cells beyond the header stand behind the error, so that no text of the row is lost.
    return writeTextLine([...sent.slice(0, columns), ...missing, error, ...sent.slice(columns)])
  })
  await storeParts(session, ImportFaults, { projectId, jobId, slice, bytes: Buffer.from(lines.join('')) })
}

/**
 * All faulty rows of an import so far, as the lines of a CSV file with the columns of the imported file and `error`;
 * with `bom` after a byte order mark.
 * Throws RESOURCE_NOT_FOUND for an unknown import, and a day after the end of one.
 */
export async function readFaults(
  { projectId, jobId }: JobRef,
  { bom = false, now = new Date() }: { bom?: boolean; now?: Date } = {},
): Promise<AsyncIterable<Uint8Array>> {
  const filter = { _id: jobId, projectId, kind: 'IMPORT_CONTACTS' as const }
  const job = await Job.findOne(filter, { input: 1, completedAt: 1 }).lean<ImportJob>()
  const isGone = job?.completedAt && now.getTime() >= job.completedAt.getTime() + FAULTS_KEPT_MS
  if (!job || isGone) throw notFound('job', jobId)
  return linesOf({ projectId, jobId }, columnsOf(job.input), bom)
}

async function* linesOf(ref: JobRef, columns: readonly string[], bom: boolean): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${bom ? BYTE_ORDER_MARK : ''}${headerOf(columns)}`)
  yield* readParts(ImportFaults, ref)
}

/** The names of exported fields stay as exports write them, so that the file can be imported again. */
function headerOf(columns: readonly string[]): string {
  const texts = [...columns, errorColumn(columns)]
  return writeLine(texts.map((name) => (name.startsWith(FIELD_PREFIX) ? writeCell(name) : withoutFormulas(name))))
}

/** The columns of the file; a file of JSON lines has one, the line. */
function columnsOf({ format, header }: ImportInput): readonly string[] {
  return format === 'ndjson' ? ['line'] : header
}

function errorColumn(columns: readonly string[]): string {
  let name = ERROR
  for (let number = 2; columns.includes(name); number += 1) name = `${ERROR} ${number}`
  return name
}

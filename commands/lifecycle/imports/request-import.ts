import { findHeader } from './csv/find-header.js'
import { readColumnsOption } from '../../../models/domain/columns-option.js'
import { readHeader } from '../../../models/domain/import-columns.js'
import { readColumnMap, type ColumnMapping } from '../../../models/domain/import-map.js'
import { readSuppressionHeader } from '../../../models/domain/suppression-row.js'
import { trimText } from '../../../models/domain/trim-text.js'
import type { ImportFile } from './import-file.js'
import { NO_ROWS, type ImportInput } from '../../../models/import-job.js'
import { createJob } from '../../base/jobs/advance-job.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { requireStatic } from '../../audience/segments/join-segment.js'
import { findJsonLines } from './json-lines.js'

/** The options of a request for an import. */
export interface ImportOptions {
  /** The meanings of columns, each `<column>:<target>`. */
  map?: readonly string[] | undefined
  /** The meanings of columns as a JSON object. */
  columns?: string | undefined
  /** Whether a row may subscribe a contact that has opted out itself, or a suppressed address. */
  resubscribe?: boolean | undefined
  /** Whether a new contact whose row does not say is subscribed; by default it is. */
  subscribed?: boolean | undefined
  /** The static segment that every imported contact joins. */
  segmentId?: string | undefined
  /** Whether rows are only read and counted, and nothing is stored. */
  dryRun?: boolean | undefined
}

/** A file as a request sends it. */
export interface SentFile {
  filename: string
  contentType: string
  /** The file, which is stored whole. */
  file: ImportFile
}

const MAX_NAME_LENGTH = 255

/**
 * Stores the job that imports a stored file of contacts. Returns the id of the job. Throws BAD_REQUEST on `file` when
 * the file is empty, not UTF-8, or has an unusable header, BAD_REQUEST on `map` and VALIDATION_ERROR on `columns` when
 * these do not fit the header, RESOURCE_NOT_FOUND or VALIDATION_ERROR for a segment that cannot be joined, and
 * QUOTA_EXCEEDED.
 */
export async function requestImport(
  sent: SentFile,
  { map: texts = [], columns, resubscribe = false, subscribed = true, segmentId, dryRun = false }: ImportOptions = {},
): Promise<string> {
  if (segmentId) await requireStatic({ projectId: sent.file.projectId, segmentId })
  const map = [...readColumnMap(texts), ...(columns === undefined ? [] : readColumnsOption(columns))]
  const beginning = readBeginning(sent, map)
  if (beginning.format === 'csv') readHeader(beginning.header, map)
  // A file of JSON lines has no columns whose meanings could be given.
  else if (map.length > 0) readHeader(['email'], map)
  const options = { map, resubscribe, subscribed, segmentId: segmentId ?? null, isDryRun: dryRun }
  return storeImport(sent, { kind: 'contacts', ...beginning, ...options })
}

/**
 * Stores the job that imports a stored file of suppressions. Returns the id of the job. Throws BAD_REQUEST on `file`,
 * and QUOTA_EXCEEDED.
 */
export async function requestSuppressionImport(sent: SentFile, { dryRun = false }: ImportOptions): Promise<string> {
  const beginning = readBeginning(sent)
  if (beginning.format === 'csv') readSuppressionHeader(beginning.header)
  const options = { map: [], resubscribe: false, subscribed: false, segmentId: null, isDryRun: dryRun }
  return storeImport(sent, { kind: 'suppressions', ...beginning, ...options })
}

/** The job keeps the file, which would expire otherwise. */
function storeImport({ filename, file }: SentFile, rest: Omit<ImportInput, 'fileName' | 'sizeBytes'>): Promise<string> {
  const { projectId, jobId, sizeBytes } = file
  const input: ImportInput = { fileName: shownName(filename), sizeBytes, ...rest }
  return inQuotaTransaction(projectId, async (session) => {
    await requireQuota(session, projectId, 'uploads', sizeBytes)
    await createJob({ projectId, kind: 'IMPORT_CONTACTS', input, result: NO_ROWS, id: jobId }, session)
    await file.keep(session)
    return jobId
  })
}

/** The format of a file, and its header. */
function readBeginning(
  { file, contentType }: SentFile,
  mappings: readonly ColumnMapping[] = [],
): Pick<ImportInput, 'format' | 'delimiter' | 'header' | 'startBytes'> {
  const { beginning, sizeBytes } = file
  const startBytes = findJsonLines(beginning, contentType)
  if (startBytes === null) return { format: 'csv', ...findHeader({ beginning, sizeBytes }, mappings) }
  return { format: 'ndjson', delimiter: ',', header: [], startBytes }
}

/** The name of a file in one line; null without one. */
function shownName(name: string): string | null {
  const shown = trimText(name.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ')).slice(0, MAX_NAME_LENGTH)
  return shown === '' ? null : shown
}

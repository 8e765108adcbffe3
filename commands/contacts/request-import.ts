import { findHeader } from './csv/find-header.js'
import { readHeader } from '../../models/domain/import-columns.js'
import { readColumnMap } from '../../models/domain/import-map.js'
import { trimText } from '../../models/domain/trim-text.js'
import { newId } from '../../runtime/ids.js'
import { storeImportFile } from './import-file.js'
import { NO_ROWS, type ImportInput } from '../../models/import-job.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { createJob } from '../jobs/advance-job.js'
import { requireStatic } from '../segments/join-segment.js'

/** The options of a request for an import. */
export interface ImportOptions {
  /** The meanings of columns, each `<column>:<target>`. */
  map?: readonly string[] | undefined
  /** Whether a row may subscribe a contact that has opted out itself, or a suppressed address. */
  resubscribe?: boolean | undefined
  /** Whether a new contact whose row does not say is subscribed; by default it is. */
  subscribed?: boolean | undefined
  /** The static segment that every imported contact joins. */
  segmentId?: string | undefined
}

/** A file as a request sends it. */
export interface SentFile {
  filename: string
  content: Buffer
}

const MAX_NAME_LENGTH = 255

/**
 * Stores a CSV file of contacts together with the job that imports it. Returns the id of the job. Throws BAD_REQUEST on
 * `file` when the file is empty, not UTF-8, or has an unusable header, BAD_REQUEST on `map` when the map does not fit
 * the header, RESOURCE_NOT_FOUND or VALIDATION_ERROR for a segment that cannot be joined, and QUOTA_EXCEEDED.
 */
export async function requestImport(
  projectId: string,
  { filename, content }: SentFile,
  { map: texts = [], resubscribe = false, subscribed = true, segmentId }: ImportOptions = {},
): Promise<string> {
  if (segmentId) await requireStatic({ projectId, segmentId })
  const map = readColumnMap(texts)
  const { delimiter, header, startBytes } = findHeader(content)
  readHeader(header, map)
  const input: ImportInput = {
    fileName: shownName(filename),
    sizeBytes: content.length,
    delimiter,
    header,
    startBytes,
    map,
    resubscribe,
    subscribed,
    segmentId: segmentId ?? null,
  }
  const id = newId()
  return inTransaction(async (session) => {
    await createJob({ projectId, kind: 'IMPORT_CONTACTS', input, result: NO_ROWS, id }, session)
    await storeImportFile(session, { projectId, jobId: id }, content)
    return id
  })
}

/** The name of a file in one line; null without one. */
function shownName(name: string): string | null {
  const shown = trimText(name.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ')).slice(0, MAX_NAME_LENGTH)
  return shown === '' ? null : shown
}

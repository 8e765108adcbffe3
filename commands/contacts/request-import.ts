import { findHeader } from './csv/find-header.js'
import { readHeader } from '../../models/domain/import-columns.js'
import { readColumnMap } from '../../models/domain/import-map.js'
import { newId } from '../../runtime/ids.js'
import { storeImportFile } from './import-file.js'
import type { ImportInput, ImportResult } from '../../models/import-job.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { createJob } from '../jobs/advance-job.js'

/** The options of a request for an import. */
export interface ImportOptions {
  /** The meanings of columns, each `<column>:<target>`. */
  map?: readonly string[]
  /** Whether a row may subscribe a contact that has opted out itself, or a suppressed address. */
  resubscribe?: boolean
}

/**
 * Stores a CSV file of contacts together with the job that imports it. Returns the id of the job. Throws BAD_REQUEST on
 * `file` when the file is empty, not UTF-8, or has an unusable header, BAD_REQUEST on `map` when the map does not fit
 * the header, and QUOTA_EXCEEDED.
 */
export async function requestImport(
  projectId: string,
  content: Buffer,
  { map: texts = [], resubscribe = false }: ImportOptions = {},
): Promise<string> {
  const map = readColumnMap(texts)
  const { delimiter, header, startBytes } = findHeader(content)
  readHeader(header, map)
  const input: ImportInput = { sizeBytes: content.length, delimiter, header, startBytes, map, resubscribe }
  const result: ImportResult = { total: 0, created: 0, updated: 0, failed: 0, keptUnsubscribed: 0, errors: [] }
  const id = newId()
  return inTransaction(async (session) => {
    await createJob({ projectId, kind: 'IMPORT_CONTACTS', input, result, id }, session)
    await storeImportFile(session, { projectId, jobId: id }, content)
    return id
  })
}

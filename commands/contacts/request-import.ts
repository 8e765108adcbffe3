import { findHeader } from './csv/find-header.js'
import { readHeader } from '../../models/domain/import-columns.js'
import { newId } from '../../runtime/ids.js'
import { storeImportFile } from './import-file.js'
import type { ImportInput, ImportResult } from '../../models/import-job.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { createJob } from '../jobs/advance-job.js'

/**
 * Stores a CSV file of contacts with the job that imports it, both or neither. Throws BAD_REQUEST on `file` when the
 * file is empty, not UTF-8, or has an unusable header; throws QUOTA_EXCEEDED.
 */
export async function requestImport(
  projectId: string,
  content: Buffer,
): Promise<{ jobId: string; entries: OutboxEntry[] }> {
  const { delimiter, header, startBytes } = findHeader(content)
  readHeader(header)
  const input: ImportInput = { sizeBytes: content.length, delimiter, header, startBytes }
  const result: ImportResult = { total: 0, created: 0, updated: 0, failed: 0, errors: [] }
  const id = newId()
  return inTransaction(async (session) => {
    const job = await createJob({ projectId, kind: 'IMPORT_CONTACTS', input, result, id }, session)
    await storeImportFile(session, { projectId, jobId: id }, content)
    return job
  })
}

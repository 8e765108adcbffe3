import type { ClientSession } from 'mongoose'
import { ImportChunk } from '../../../models/import-chunk.js'
import { ImportFaults } from '../../../models/import-faults.js'

/** The time for which the faulty rows of an import are kept after its end. */
export const FAULTS_KEPT_MS = 24 * 60 * 60 * 1000

/** Deletes the file of an import and sets its faulty rows to expire, in the transaction that ends its job. */
export async function endImportFile(
  session: ClientSession,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<void> {
  await ImportChunk.deleteMany({ projectId, jobId }, { session })
  const expiry = { $set: { expiresAt: new Date(Date.now() + FAULTS_KEPT_MS) } }
  await ImportFaults.updateMany({ projectId, jobId }, expiry, { session })
}

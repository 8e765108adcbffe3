import type { ClientSession, QueryFilter } from 'mongoose'
import { ProjectState } from '../../../models/project-state.js'
import { Upload, type UploadRecord } from '../../../models/upload.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'

/**
 * The record of an image of a project by its content. The size of a new record counts against the quota before its
 * bytes are stored. Throws QUOTA_EXCEEDED.
 */
export async function claimRecord(
  fields: Pick<UploadRecord, 'projectId' | 'sha256' | 'contentType' | 'size'>,
): Promise<UploadRecord> {
  const { projectId, sha256, size } = fields
  const existing = await Upload.findOne({ projectId, sha256 }).lean()
  if (existing) return existing
  return inQuotaTransaction(projectId, async (session) => {
    const found = await Upload.findOne({ projectId, sha256 }, null, { session }).lean()
    if (found) return found
    await requireQuota(session, projectId, 'uploads', size)
    await countBytes(session, projectId, size)
    const now = databaseNow()
    const record = { _id: newId(), ...fields, fileId: null, attempts: [], openAt: now, createdAt: now }
    await Upload.create([record], { session })
    return record
  })
}

/** Deletes a record if it still meets the filter `asRead`, and gives its size back to the quota; else returns false. */
export async function dropRecord(
  { projectId, size }: Pick<UploadRecord, 'projectId' | 'size'>,
  asRead: QueryFilter<UploadRecord> & Pick<UploadRecord, '_id'>,
): Promise<boolean> {
  return inTransaction(async (session) => {
    const { deletedCount } = await Upload.deleteOne({ ...asRead, projectId }, { session })
    if (deletedCount > 0) await countBytes(session, projectId, -size)
    return deletedCount > 0
  })
}

/** Adds to the number of uploaded bytes in the project, so that the quota need not read every image. */
async function countBytes(session: ClientSession, projectId: string, bytes: number): Promise<void> {
  await ProjectState.updateOne({ _id: projectId, projectId }, { $inc: { uploadedBytes: bytes } }, { session })
}

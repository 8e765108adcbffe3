import { ApiKey, type ApiKeyRecord } from '../../../models/api-key.js'
import { AppError, invalid } from '../../../models/domain/errors.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { makeNamedKey, type KeyWithSecret } from './named-keys.js'

/** A key that a member creates. */
export type NewKey = Pick<ApiKeyRecord, 'name' | 'scope' | 'domains' | 'expiresAt' | 'createdBy'>

/**
 * Creates a named key of a project. Throws VALIDATION_ERROR for an end that is not in the future, QUOTA_EXCEEDED, and
 * CONFLICT when the keys of the project were replaced since `project` was read: then the project may be deleted, or
 * its account may belong to another person now.
 */
export async function createKey(
  { _id: projectId, secretKeyHash }: Pick<ProjectRecord, '_id' | 'secretKeyHash'>,
  wanted: NewKey,
): Promise<KeyWithSecret> {
  const createdAt = databaseNow()
  if (wanted.expiresAt && wanted.expiresAt <= createdAt) {
    throw invalid([{ field: 'expiresAt', message: 'expiresAt must be in the future', code: 'invalid_date' }])
  }
  const { secret, hash, lastFour } = makeNamedKey(wanted.scope)
  const state = { hashes: [hash], previousUntil: null, lastFour, createdAt, lastUsedAt: null }
  const key = { _id: newId(), projectId, ...wanted, ...state }
  await inQuotaTransaction(projectId, async (session) => {
    // This write conflicts with a concurrent replacement of the keys.
    const step = { $inc: { admissions: 1 } }
    const stepped = await Project.updateOne({ _id: projectId, secretKeyHash }, step, { session, timestamps: false })
    if (stepped.matchedCount === 0)
      throw new AppError('CONFLICT', 'The keys of this project have been replaced in the meantime. Try again')
    await requireQuota(session, projectId, 'keys')
    await ApiKey.create([key], { session })
  })
  return { key, secret }
}

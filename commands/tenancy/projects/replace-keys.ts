import { AppError } from '../../../models/domain/errors.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { makeKeys, storedKeys } from './project-keys.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'

/**
 * Replaces both keys of a project in one write. Once it returns, every gateway refuses the old ones. Throws CONFLICT
 * when the keys were replaced since `project` was read, because the caller has not seen the keys that would be lost.
 */
export async function replaceKeys(
  project: Pick<ProjectRecord, '_id' | 'secretKeyHash'>,
  encryptionKeys: EncryptionKeys,
): Promise<ProjectRecord> {
  const { _id, secretKeyHash } = project
  return throughProjectCaches(async () => {
    const replaced = await Project.findOneAndUpdate(
      { _id, secretKeyHash },
      { $set: storedKeys(makeKeys(), encryptionKeys) },
      { returnDocument: 'after' },
    ).lean()
    if (!replaced)
      throw new AppError('CONFLICT', 'The keys of this project have been replaced in the meantime. Try again')
    return replaced
  })
}

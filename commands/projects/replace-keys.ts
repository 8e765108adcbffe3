import { AppError } from '../../models/domain/errors.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { makeKeys, storedKeys } from './project-keys.js'

/**
 * Gives a project new keys in one write, with which both old ones stop working. Throws CONFLICT when they were
 * replaced since `project` was read: who asked saw other keys than the ones that would go.
 */
export async function replaceKeys(
  project: Pick<ProjectRecord, '_id' | 'secretKeyHash'>,
  encryptionKey: string,
): Promise<ProjectRecord> {
  const { _id, secretKeyHash } = project
  const replaced = await Project.findOneAndUpdate(
    { _id, secretKeyHash },
    { $set: storedKeys(makeKeys(), encryptionKey) },
    { returnDocument: 'after' },
  ).lean()
  if (!replaced) throw new AppError('CONFLICT', 'The keys of this project were replaced meanwhile')
  return replaced
}

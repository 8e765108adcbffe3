import { ApiKey } from '../../../models/api-key.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { makeNamedKey, type KeyWithSecret } from './named-keys.js'

const HOUR_MS = 3_600_000

/** Deletes a key. Once this returns, every gateway refuses the key. Throws RESOURCE_NOT_FOUND. */
export async function deleteKey(projectId: string, keyId: string): Promise<void> {
  await throughProjectCaches(async () => {
    const { deletedCount } = await ApiKey.deleteOne({ _id: keyId, projectId })
    if (deletedCount === 0) throw notFound('key', keyId)
  })
}

/**
 * Replaces the secret of a key. The secret before stays valid for `graceHours`; one from before an earlier rotation
 * ends. Once this returns, every gateway knows which secrets are valid. Throws RESOURCE_NOT_FOUND, and CONFLICT for a
 * key that has expired, or that another request has rotated at the same moment: only that one's answer holds the
 * secret.
 */
export async function rotateKey(projectId: string, keyId: string, graceHours: number): Promise<KeyWithSecret> {
  return throughProjectCaches(async () => {
    const found = await ApiKey.findOne({ _id: keyId, projectId }).lean()
    if (!found) throw notFound('key', keyId)
    const { scope, expiresAt, hashes } = found
    const [current = ''] = hashes
    const now = databaseNow()
    if (expiresAt && expiresAt <= now) throw new AppError('CONFLICT', 'This key has expired. Create a new one')
    const { secret, hash, lastFour } = makeNamedKey(scope)
    const previous =
      graceHours === 0
        ? { hashes: [hash], previousUntil: null }
        : { hashes: [hash, current], previousUntil: new Date(now.getTime() + graceHours * HOUR_MS) }
    const key = await ApiKey.findOneAndUpdate(
      { _id: keyId, projectId, 'hashes.0': current },
      { $set: { ...previous, lastFour } },
      { returnDocument: 'after' },
    ).lean()
    if (!key) throw new AppError('CONFLICT', 'This key has been rotated or deleted in the meantime. Try again')
    return { key, secret }
  })
}

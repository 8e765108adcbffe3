import { randomBytes } from 'node:crypto'
import { ApiKey, type ApiKeyRecord } from '../../../models/api-key.js'
import { notFound } from '../../../models/domain/errors.js'
import type { KeyScope } from '../../../models/domain/key-scope.js'
import { hashKey } from '../../../runtime/sealed.js'

const LAST = 4

/** A new key in the clear, and the fields that the database stores of it. */
export interface MadeKey {
  secret: string
  hash: string
  lastFour: string
}

/** A key with its secret, which is shown once. */
export interface KeyWithSecret {
  key: ApiKeyRecord
  secret: string
}

/** Makes a key, whose prefix names its scope: `sk_send_` and 32 random bytes in hex. */
export function makeNamedKey(scope: KeyScope): MadeKey {
  const secret = `sk_${scope}_${randomBytes(32).toString('hex')}`
  return { secret, hash: hashKey(secret), lastFour: secret.slice(-LAST) }
}

/** The named keys of a project, the oldest first, also those that have expired. Their number is limited by a quota. */
export async function listKeys(projectId: string): Promise<ApiKeyRecord[]> {
  return ApiKey.find({ projectId }).sort({ _id: 1 }).lean()
}

/** Gives a key another name. Throws RESOURCE_NOT_FOUND. */
export async function renameKey(projectId: string, keyId: string, name: string): Promise<ApiKeyRecord> {
  const key = await ApiKey.findOneAndUpdate(
    { _id: keyId, projectId },
    { $set: { name } },
    { returnDocument: 'after' },
  ).lean()
  if (!key) throw notFound('key', keyId)
  return key
}

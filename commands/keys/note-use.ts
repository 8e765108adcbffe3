import { LRUCache } from 'lru-cache'
import { ApiKey, type ApiKeyRecord } from '../../models/api-key.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

const EVERY_MS = 60_000
const MAX_NOTED = 10_000
// The times of the last writes of this process, by the id of the key.
const noted = new LRUCache<string, number>({ max: MAX_NOTED })

/**
 * Stores that a named key is used, at most once a minute over all processes. Does not wait: the request goes on, and a
 * failed write is repeated with a later request.
 */
export function noteUse({ _id, projectId, lastUsedAt }: ApiKeyRecord): void {
  const now = databaseNow()
  const last = Math.max(lastUsedAt?.getTime() ?? 0, noted.get(_id) ?? 0)
  if (now.getTime() - last < EVERY_MS) return
  noted.set(_id, now.getTime())
  const unnoted = { _id, projectId, lastUsedAt: lastUsedAt ?? null }
  void ApiKey.updateOne(unnoted, { $set: { lastUsedAt: now } }).catch(() => noted.delete(_id))
}

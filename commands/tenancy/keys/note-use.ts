import { LRUCache } from 'lru-cache'
import { ApiKey, type ApiKeyRecord } from '../../../models/api-key.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

const EVERY_MS = 60_000
// A write to the project conflicts with the transactions that admit new names, so these are few.
const EVERY_OF_PAIR_MS = 3_600_000
const MAX_KEYS = 10_000
// The times of the last writes of this process, by the id or the hash of the key.
const lastWrites = new LRUCache<string, number>({ max: MAX_KEYS })

/**
 * Stores that a named key is used, at most once a minute over all processes. Does not wait: the request goes on, and a
 * failed write is repeated with a later request.
 */
export function noteUse({ _id, projectId, lastUsedAt }: ApiKeyRecord): void {
  noteOnce({ id: _id, lastUsedAt, everyMs: EVERY_MS }, (now) =>
    ApiKey.updateOne({ _id, projectId, lastUsedAt: lastUsedAt ?? null }, { $set: { lastUsedAt: now } }),
  )
}

/** As `noteUse`, for a key of a project's pair, and at most once an hour. */
export function notePairUse(project: ProjectRecord, type: 'public' | 'secret'): void {
  const { _id } = project
  const lastUsedAt = project.keyUses?.[type] ?? null
  const hashField = `${type}KeyHash` as const
  const useField = `keyUses.${type}`
  noteOnce({ id: project[hashField], lastUsedAt, everyMs: EVERY_OF_PAIR_MS }, (now) =>
    Project.updateOne(
      // Keys that were replaced meanwhile were not used yet.
      { _id, [hashField]: project[hashField], [useField]: lastUsedAt ?? { $exists: false } },
      { $set: { [useField]: now } },
      { timestamps: false },
    ),
  )
}

function noteOnce(
  { id, lastUsedAt, everyMs }: { id: string; lastUsedAt: Date | null; everyMs: number },
  write: (now: Date) => PromiseLike<unknown>,
): void {
  const now = databaseNow()
  const last = Math.max(lastUsedAt?.getTime() ?? 0, lastWrites.get(id) ?? 0)
  if (now.getTime() - last < everyMs) return
  lastWrites.set(id, now.getTime())
  void Promise.resolve(write(now)).catch(() => lastWrites.delete(id))
}

import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'
import type { KeyScope } from '../../../models/domain/key-scope.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { hashKey } from '../../../runtime/sealed.js'
import { findKeys, isValidNow, type FoundKey, type KeyKind } from '../keys/find-keys.js'
import { notePairUse, noteUse } from '../keys/note-use.js'
import { PROJECT_CACHE_MS } from '../../base/records/project-cache.js'

/** The project of a key, and what the key may do there. */
export interface KeyHolder {
  project: ProjectRecord
  type: 'public' | 'secret'
  /** The id of a named key; null for a key of the project's pair. */
  keyId: string | null
  /** Of a public key it means nothing. */
  scope: KeyScope
  /** The only sender domains that the key may use; null for all of the project. */
  domains: readonly string[] | null
}

/** The hash by which a key is looked up. */
interface KeyHash {
  kind: KeyKind
  hash: string
}

/** A cached key. */
interface CachedKey extends FoundKey {
  /** When the read began, by `performance.now()`. */
  readAt: number
}

// A named key says its scope, and so where it is looked up; what it may do stands in its record.
const KEY_SHAPE = /^(?:(pk|sk)_|sk_(full|send|read)_)[0-9a-f]{64}$/
const MAX_VALID = 10_000
const MAX_TOGETHER = 100
const MAX_SUSPECTS = 5_000
const SUSPECTS_EVERY_MS = 100
// The keys that were valid at their last look-up, by their hash. An entry that is too old to be used still shows that
// its key is no guess, so that the key does not wait as a suspect.
const valid = new LRUCache<string, CachedKey>({ max: MAX_VALID })

/**
 * Finds the project of an API key, or null. A project is cached for a tenth of a second after its read began. A request
 * that changes its keys or its state is answered only after that time (`throughProjectCaches`), so that the change then
 * holds on every replica. The index compares hashes, so that timing tells nothing about the key.
 *
 * A suspect is a key from an address that has sent too many unknown keys. A suspect that was not valid lately waits a
 * tenth of a second for one look-up of all suspects. So a process makes ten such look-ups a second at most for each
 * type of key, however many keys are guessed, and a valid key is still found.
 */
export async function authenticateKey(key: string, isSuspect = false): Promise<KeyHolder | null> {
  const shape = KEY_SHAPE.exec(key)
  if (!shape) return null
  const [, prefix] = shape
  const kind = prefix === undefined ? 'named' : prefix === 'pk' ? 'public' : 'secret'
  const hash = hashKey(key)
  const cached = valid.get(hash)
  if (cached && performance.now() - cached.readAt < PROJECT_CACHE_MS) return holderOf(cached, kind, hash)
  const found = await (isSuspect && !cached ? findAmongSuspects : findByHash)({ kind, hash })
  if (found) valid.set(hash, found)
  else valid.delete(hash)
  const holder = found && holderOf(found, kind, hash)
  if (!found || !holder) return null
  if (found.named) noteUse(found.named)
  else notePairUse(found.project, holder.type)
  if (found.project.keyUsedAt === undefined) await noteFirstUse(found.project._id)
  return holder
}

/** Null for a named key that has expired, or was rotated and is over. */
function holderOf({ project, named }: CachedKey, kind: KeyKind, hash: string): KeyHolder | null {
  if (!named) {
    return { project, type: kind === 'public' ? 'public' : 'secret', keyId: null, scope: 'full', domains: null }
  }
  const { _id: keyId, scope, domains } = named
  return isValidNow(named, hash) ? { project, type: 'secret', keyId, scope, domains } : null
}

async function noteFirstUse(_id: string): Promise<void> {
  const unused = { _id, keyUsedAt: { $exists: false } }
  await Project.updateOne(unused, { $currentDate: { keyUsedAt: true } }, { timestamps: false })
}

// Requests that arrive during a read share the next read, which begins after all of them.
const findByHash = batchCalls<KeyHash, CachedKey | null>({
  keyOf: ({ kind, hash }) => `${kind}:${hash}`,
  groupOf: ({ kind }) => kind,
  maxBatch: MAX_TOGETHER,
  concurrencyPerKey: 1,
  async run(asked) {
    const found = await findCached(asked)
    return asked.map(({ hash }) => found.get(hash) ?? null)
  },
})

const findAmongSuspects = batchCalls<KeyHash, CachedKey | null>({
  keyOf: ({ kind }) => kind,
  maxBatch: MAX_SUSPECTS,
  concurrencyPerKey: 1,
  async run(asked) {
    await delay(SUSPECTS_EVERY_MS)
    const found = await findCached(asked)
    return asked.map(({ hash }) => found.get(hash) ?? null)
  },
})

/** Keys of one kind by their hashes. */
async function findCached(asked: readonly KeyHash[]): Promise<ReadonlyMap<string, CachedKey>> {
  const kind = asked[0]?.kind ?? 'public'
  const readAt = performance.now()
  const found = await findKeys(kind, [...new Set(asked.map(({ hash }) => hash))])
  return new Map([...found].map(([hash, key]) => [hash, { ...key, readAt }]))
}

import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { hashKey } from '../../runtime/sealed.js'
import { PROJECT_CACHE_MS } from './project-cache.js'

/** The project of a key, and the type of the key. */
export interface KeyHolder {
  project: ProjectRecord
  type: 'public' | 'secret'
}

/** The hash by which the project of a key is looked up. */
interface KeyHash {
  type: KeyHolder['type']
  hash: string
}

/** A cached project. */
interface CachedProject {
  project: ProjectRecord
  /** When the read began, by `performance.now()`. */
  readAt: number
}

const KEY_SHAPE = /^(pk|sk)_[0-9a-f]{64}$/
const MAX_VALID = 10_000
const MAX_SUSPECTS = 5_000
const SUSPECTS_EVERY_MS = 100
// The projects of keys that were valid at their last look-up, by the hash of the key. An entry that is too old to be
// used still shows that its key is no guess, so that the key does not wait as a suspect.
const valid = new LRUCache<string, CachedProject>({ max: MAX_VALID })

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
  const type = shape[1] === 'pk' ? 'public' : 'secret'
  const hash = hashKey(key)
  const cached = valid.get(hash)
  if (cached && performance.now() - cached.readAt < PROJECT_CACHE_MS) return { project: cached.project, type }
  const found = await (isSuspect && !cached ? findAmongSuspects : findByHash)({ type, hash })
  if (found) valid.set(hash, found)
  else valid.delete(hash)
  if (found && found.project.keyUsedAt === undefined) await noteFirstUse(found.project._id)
  return found && { project: found.project, type }
}

async function noteFirstUse(_id: string): Promise<void> {
  const unused = { _id, keyUsedAt: { $exists: false } }
  await Project.updateOne(unused, { $currentDate: { keyUsedAt: true } }, { timestamps: false })
}

// Requests with one key that arrive during a read share the next read, which begins after all of them.
const findByHash = batchCalls<KeyHash, CachedProject | null>({
  keyOf: ({ type, hash }) => `${type}:${hash}`,
  maxBatch: Infinity,
  concurrencyPerKey: 1,
  async run(asked) {
    const [{ type, hash } = { type: 'public', hash: '' }] = asked
    const readAt = performance.now()
    const project = await Project.findOne(type === 'public' ? { publicKeyHash: hash } : { secretKeyHash: hash }).lean()
    return asked.map(() => project && { project, readAt })
  },
})

const findAmongSuspects = batchCalls<KeyHash, CachedProject | null>({
  keyOf: ({ type }) => type,
  maxBatch: MAX_SUSPECTS,
  concurrencyPerKey: 1,
  async run(asked) {
    await delay(SUSPECTS_EVERY_MS)
    const field = asked[0]?.type === 'secret' ? 'secretKeyHash' : 'publicKeyHash'
    const readAt = performance.now()
    const found = await Project.find({ [field]: { $in: asked.map(({ hash }) => hash) } }).lean()
    const byHash = new Map(found.map((project) => [project[field], { project, readAt }]))
    return asked.map(({ hash }) => byHash.get(hash) ?? null)
  },
})

import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { hashKey } from '../../runtime/sealed.js'

/** The project of a key, and the type of the key. */
export interface KeyHolder {
  project: ProjectRecord
  type: 'public' | 'secret'
}

/** The part of a project that a key is looked up by. */
interface KeyHash {
  type: KeyHolder['type']
  hash: string
}

const KEY_SHAPE = /^(pk|sk)_[0-9a-f]{64}$/
const MAX_VALID = 10_000
const MAX_SUSPECTS = 5_000
const SUSPECTS_EVERY_MS = 100
// Hashes of keys that were valid at their last look-up. They only spare a key the wait of suspects: the database decides.
const valid = new LRUCache<string, true>({ max: MAX_VALID })

/**
 * Finds the project of an API key, or null. The project is read for each request, so that a rotated key stops working
 * immediately on every replica. The index compares hashes, so that timing tells nothing about the key.
 *
 * A suspect is a key from an address that has sent too many unknown ones. Where such a key was not valid lately, it waits
 * a tenth of a second for a look-up of all suspects together: however many keys are guessed, the database gets ten look-ups
 * a second of a process, and a valid key is still found.
 */
export async function authenticateKey(key: string, isSuspect = false): Promise<KeyHolder | null> {
  const shape = KEY_SHAPE.exec(key)
  if (!shape) return null
  const type = shape[1] === 'pk' ? 'public' : 'secret'
  const hash = hashKey(key)
  const find = isSuspect && !valid.has(hash) ? findAmongSuspects : findByHash
  const project = await find({ type, hash })
  if (project) valid.set(hash, true)
  else valid.delete(hash)
  return project && { project, type }
}

// Requests with one key that arrive during a read share the next read, which begins after all of them.
const findByHash = batchCalls<KeyHash, ProjectRecord | null>({
  keyOf: ({ type, hash }) => `${type}:${hash}`,
  maxBatch: Infinity,
  concurrencyPerKey: 1,
  async run(asked) {
    const [{ type, hash } = { type: 'public', hash: '' }] = asked
    const project = await Project.findOne(type === 'public' ? { publicKeyHash: hash } : { secretKeyHash: hash }).lean()
    return asked.map(() => project)
  },
})

const findAmongSuspects = batchCalls<KeyHash, ProjectRecord | null>({
  keyOf: ({ type }) => type,
  maxBatch: MAX_SUSPECTS,
  concurrencyPerKey: 1,
  async run(asked) {
    await delay(SUSPECTS_EVERY_MS)
    const field = asked[0]?.type === 'secret' ? 'secretKeyHash' : 'publicKeyHash'
    const found = await Project.find({ [field]: { $in: asked.map(({ hash }) => hash) } }).lean()
    const byHash = new Map(found.map((project) => [project[field], project]))
    return asked.map(({ hash }) => byHash.get(hash) ?? null)
  },
})

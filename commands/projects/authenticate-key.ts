import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { hashKey } from '../../runtime/sealed.js'

/** Whose key it is and which of the two. */
export interface KeyHolder {
  project: ProjectRecord
  type: 'public' | 'secret'
}

const KEY_SHAPE = /^(pk|sk)_[0-9a-f]{64}$/

/**
 * Finds the project of an API key, or null. Looks it up anew for each request, so that a rotated key stops
 * working at once on every replica; comparing hashes in an index leaks nothing of the key by timing.
 */
export async function authenticateKey(key: string): Promise<KeyHolder | null> {
  const shape = KEY_SHAPE.exec(key)
  if (!shape) return null
  const type = shape[1] === 'pk' ? 'public' : 'secret'
  const project = await findByHash({ type, hash: hashKey(key) })
  return project && { project, type }
}

// One look-up for all requests with a key that come while the last one is under way. Each began after the request.
const findByHash = batchCalls<{ type: KeyHolder['type']; hash: string }, ProjectRecord | null>({
  keyOf: ({ type, hash }) => `${type}:${hash}`,
  maxBatch: Infinity,
  concurrencyPerKey: 1,
  async run(asked) {
    const [{ type, hash } = { type: 'public', hash: '' }] = asked
    const project = await Project.findOne(type === 'public' ? { publicKeyHash: hash } : { secretKeyHash: hash }).lean()
    return asked.map(() => project)
  },
})

import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { hashKey } from '../../runtime/sealed.js'

/** The project of a key, and the type of the key. */
export interface KeyHolder {
  project: ProjectRecord
  type: 'public' | 'secret'
}

const KEY_SHAPE = /^(pk|sk)_[0-9a-f]{64}$/

/**
 * Finds the project of an API key, or null. The project is read for each request, so that a rotated key stops working
 * immediately on every replica. The index compares hashes, so that timing tells nothing about the key.
 */
export async function authenticateKey(key: string): Promise<KeyHolder | null> {
  const shape = KEY_SHAPE.exec(key)
  if (!shape) return null
  const type = shape[1] === 'pk' ? 'public' : 'secret'
  const project = await findByHash({ type, hash: hashKey(key) })
  return project && { project, type }
}

// Requests with one key that arrive during a read share the next read, which begins after all of them.
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

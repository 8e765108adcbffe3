import { Project, type ProjectRecord } from '../../project.js'
import { hashKey } from '../../sealed.js'

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
  const hash = hashKey(key)
  const project = await Project.findOne(type === 'public' ? { publicKeyHash: hash } : { secretKeyHash: hash }).lean()
  return project && { project, type }
}

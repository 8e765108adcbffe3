/** Whether MongoDB refused a write because a unique index already holds the value (error 11000). */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000
}

/**
 * Runs an upsert, and runs it again if a concurrent request inserts the same document between MongoDB's search and its
 * insert. The second run finds that document.
 */
export async function retryOnDuplicateKey<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return upsert()
  }
}

const lastOf = new Map<string, Promise<unknown>>()

/**
 * Does work of one key after the other within this process, in the order of the calls, so that transactions over
 * the same row wait for each other here rather than break each other off. Work of other keys does not wait.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(key) ?? Promise.resolve()
  const own = before.then(work, work)
  lastOf.set(key, own)
  try {
    return await own
  } finally {
    if (lastOf.get(key) === own) lastOf.delete(key)
  }
}

/** Whether MongoDB refused a write because a unique index holds the value already (error 11000). */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000
}

/**
 * Runs an upsert, and once more when another inserted the same row between MongoDB's look and its insert: then
 * there is one to find.
 */
export async function upserting<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return upsert()
  }
}

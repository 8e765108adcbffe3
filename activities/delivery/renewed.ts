// For so long a message may leave after it was called off, beside the time that its last look takes.
const FRESH_MS = 500

/** What was seen, by another look once it is old. */
export function renewed<T>(first: T, look: () => Promise<T>): () => Promise<T> | T {
  let seen: Promise<T> | T = first
  let seenAt = performance.now()
  return () => {
    if (performance.now() - seenAt > FRESH_MS) {
      seenAt = performance.now()
      seen = look()
    }
    return seen
  }
}

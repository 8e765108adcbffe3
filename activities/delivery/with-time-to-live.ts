// An email may leave this long after its cancellation, plus the time of one check.
const TIME_TO_LIVE_MS = 500

/** Caches a value that was read just before, and reads it again once its time to live is over. */
export function withTimeToLive<T>(first: T, read: () => Promise<T>): () => Promise<T> | T {
  let cached: Promise<T> | T = first
  let readAt = performance.now()
  return () => {
    if (performance.now() - readAt > TIME_TO_LIVE_MS) {
      readAt = performance.now()
      cached = read()
    }
    return cached
  }
}

const EVERY_MS = 10_000

/** Limits a log line that would be repeated often: writes the first one, and then one in `everyMs`. */
export function logSeldom(everyMs = EVERY_MS): (write: () => void) => void {
  let loggedAt = -Infinity
  return (write) => {
    if (performance.now() - loggedAt < everyMs) return
    loggedAt = performance.now()
    write()
  }
}

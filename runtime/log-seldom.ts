const EVERY_MS = 10_000

/** Lets the first of many equal complaints through, and then one in `everyMs`: for what is tried again and again. */
export function logSeldom(everyMs = EVERY_MS): (write: () => void) => void {
  let loggedAt = -Infinity
  return (write) => {
    if (performance.now() - loggedAt < everyMs) return
    loggedAt = performance.now()
    write()
  }
}

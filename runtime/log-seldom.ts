const EVERY_MS = 10_000

/** Lets the first of many equal complaints through, and then one in ten seconds: for what is tried again and again. */
export function logSeldom(): (write: () => void) => void {
  let loggedAt = -Infinity
  return (write) => {
    if (performance.now() - loggedAt < EVERY_MS) return
    loggedAt = performance.now()
    write()
  }
}

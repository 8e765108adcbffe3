/** npm forwards a Ctrl-C that the terminal has already delivered, so that a second signal this soon is the same one. */
const DUPLICATE_MS = 1_000

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP, and exits with status 1 on a later one. Returns a function that
 * counts as a signal.
 */
export function onStopSignal(stop: () => void): () => void {
  let stoppedAt = 0
  const handle = (): void => {
    if (stoppedAt > 0 && Date.now() - stoppedAt > DUPLICATE_MS) process.exit(1)
    if (stoppedAt > 0) return
    stoppedAt = Date.now()
    stop()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, handle)
  return handle
}

import { loggableError } from './loggable-error.js'
import type { Logger } from './logger.js'

// The terminal delivers a Ctrl-C to this process and to npm, and npm passes it on. A second signal within this time is
// therefore the same one.
const SAME_SIGNAL_MS = 1_000

/**
 * Runs `stop` once on SIGTERM, SIGINT or the loss of the parent's IPC channel, then exits: with status 0 after a clean
 * stop, with 1 when `stop` fails or takes longer than `deadlineMs`, and at once with 1 on a second signal.
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>, deadlineMs: number): void {
  let stoppingSince: number | null = null
  const run = (reason: string): void => {
    if (stoppingSince !== null) return
    stoppingSince = performance.now()
    const stopped = stop()
    // A worker that says so submits nothing more.
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, deadlineMs).unref()
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: loggableError(error) }, 'failed to stop cleanly')
        process.exit(1)
      },
    )
  }
  const onSignal = (name: string): void => {
    if (stoppingSince === null) return run(name)
    if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return
    log.warn({ reason: name }, 'stopped by a second signal')
    process.exit(1)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // The process must not outlive a supervisor that was killed.
  process.on('disconnect', () => run('parent gone'))
}

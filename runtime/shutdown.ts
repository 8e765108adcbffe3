import { loggableError } from './loggable-error.js'
import type { Logger } from './logger.js'

/**
 * Runs `stop` once on SIGTERM, SIGINT or the loss of the parent's IPC channel, then exits: with status 0 after a clean
 * stop, with 1 when `stop` fails or takes longer than `deadlineMs`.
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>, deadlineMs: number): void {
  let isStopping = false
  const run = (reason: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, deadlineMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: loggableError(error) }, 'failed to stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => run('SIGTERM'))
  process.on('SIGINT', () => run('SIGINT'))
  // The process must not outlive a supervisor that was killed.
  process.on('disconnect', () => run('parent gone'))
}

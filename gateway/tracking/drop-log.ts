import type { Logger } from '../../runtime/logger.js'
import { countDroppedHit } from '../../runtime/metrics/email.js'

const REPORT_AFTER_MS = 10_000

/** Counts the hits that are dropped for lack of room, and logs their number in one line for all of ten seconds. */
export function createDropLog(log: Pick<Logger, 'error'>): { add(): void; close(): void } {
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  const report = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (dropped > 0) log.error({ dropped }, 'too many opens and clicks wait for MongoDB: some are dropped')
    dropped = 0
  }
  return {
    add() {
      dropped += 1
      countDroppedHit('room')
      timer ??= setTimeout(report, REPORT_AFTER_MS).unref()
    },
    close: report,
  }
}

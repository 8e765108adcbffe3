import { repeat, type Repeated } from '../runtime/concurrency/repeat.js'
import { logSeldom } from '../runtime/log-seldom.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'
import type { Temporal } from './temporal.js'

const EVERY_MS = 1_000

/** Logs why this process does not reach Temporal, every ten seconds, until it has reached it once. */
export function watchTemporalStart(temporal: Pick<Temporal, 'findFault'>, log: Logger): Repeated {
  const complain = logSeldom()
  const repeated = repeat(EVERY_MS, async (isStopped) => {
    const fault = await temporal.findFault()
    if (fault === null) void repeated.stop()
    else if (!isStopped()) complain(() => log.warn({ error: loggableError(fault.error) }, fault.message))
  })
  return repeated
}

import type { EmailProvider } from '../activities/providers/provider.js'
import { followAccountRate, type AccountRate } from '../activities/send-rate/account-rate.js'
import { createSendRate, type SendRate } from '../activities/send-rate/send-rate.js'
import { followWorkerCount } from '../activities/send-rate/worker-count.js'
import { countSendingWorkers } from '../commands/emails/count-sending-workers.js'
import { reserveSends } from '../commands/emails/reserve-sends.js'
import type { Config } from '../runtime/config.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'
import { QUEUES } from '../workflows/contracts.js'

const SENDING_QUEUES: readonly string[] = [QUEUES.transactional, QUEUES.executions, QUEUES.campaigns]

/** The rate limits of this worker, from the settings or else from the provider's quota. */
export function keepSendRate(config: Config, provider: EmailProvider, log: Logger): SendRate {
  const { SEND_RATE_PER_SECOND, TRANSACTIONAL_RESERVE, PROJECT_SEND_RATE_PER_SECOND } = config
  const account: AccountRate =
    SEND_RATE_PER_SECOND === undefined
      ? followAccountRate(provider, (error) =>
          log.warn({ error: loggableError(error) }, 'sending quota not known: the last one holds'),
        )
      : { current: () => limitOf(SEND_RATE_PER_SECOND), stop: () => undefined }
  // The workers of other queues send nothing, and take no part of the rate.
  const sends = config.WORKER_QUEUES.some((queue) => SENDING_QUEUES.includes(queue))
  const workers = sends ? followWorkerCount(countSendingWorkers) : null
  const sendRate = createSendRate({
    accountRate: account.current,
    transactionalReserve: TRANSACTIONAL_RESERVE / 100,
    projectRate: limitOf(PROJECT_SEND_RATE_PER_SECOND),
    reserve: reserveSends,
    workers: () => workers?.current() ?? null,
    onFailure: (error) =>
      log.warn({ error: loggableError(error) }, 'sending rate not shared: this worker keeps to its part'),
  })
  return {
    ...sendRate,
    stop() {
      account.stop()
      workers?.stop()
      sendRate.stop()
    },
  }
}

const limitOf = (setting: number): number => setting || Infinity

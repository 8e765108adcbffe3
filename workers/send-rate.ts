import type { EmailProvider } from '../activities/providers/provider.js'
import { followAccountRate, type AccountRate } from '../activities/send-rate/account-rate.js'
import { createSendRate, type SendRate } from '../activities/send-rate/send-rate.js'
import { reserveSends } from '../commands/sending/emails/reserve-sends.js'
import type { Config } from '../runtime/config.js'
import { logSeldom } from '../runtime/log-seldom.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'

/** Creates the rate limits of this worker, from the settings or, without a setting, from the provider's quota. */
export function keepSendRate(config: Config, provider: EmailProvider, log: Logger): SendRate {
  const { SEND_RATE_PER_SECOND, TRANSACTIONAL_RESERVE, PROJECT_SEND_RATE_PER_SECOND } = config
  const account: AccountRate =
    SEND_RATE_PER_SECOND === undefined
      ? followAccountRate(provider, (error) =>
          log.warn({ error: loggableError(error) }, 'sending quota not known: the last one holds'),
        )
      : { current: () => limitOf(SEND_RATE_PER_SECOND), stop: () => undefined }
  // Each limiter tries again every second, which would fill the log.
  const seldom = logSeldom()
  const sendRate = createSendRate({
    accountRate: account.current,
    transactionalReserve: TRANSACTIONAL_RESERVE / 100,
    projectRate: limitOf(PROJECT_SEND_RATE_PER_SECOND),
    reserve: reserveSends,
    onFailure: (error) =>
      seldom(() => log.warn({ error: loggableError(error) }, 'no sending rate without MongoDB: nothing is sent')),
  })
  return {
    ...sendRate,
    stop() {
      account.stop()
      sendRate.stop()
    },
  }
}

const limitOf = (setting: number): number => setting || Infinity

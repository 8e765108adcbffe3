import type { DeliveryDeps } from '../activities/delivery/deps.js'
import type { EmailProvider } from '../activities/providers/provider.js'
import { addressSettingsOf } from '../mail/links/address-settings.js'
import { createLimiter, type Limiter } from '../runtime/concurrency/limiter.js'
import type { Config } from '../runtime/config.js'
import { hasBilling } from '../runtime/config/billing.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'

const DEFAULT_SUBMISSIONS = 50

/** The settings of deliveries, and the logging of emails that could not be composed. */
export function deliverySetUp(config: Config, log: Logger): Pick<DeliveryDeps, 'settings' | 'onFailure'> {
  return {
    settings: {
      ...addressSettingsOf(config),
      allowTestDomains: config.ALLOW_TEST_DOMAINS,
      ambiguousWaitMs: config.AMBIGUOUS_SEND_WAIT_SECONDS * 1_000,
      ambiguousPolicy: config.AMBIGUOUS_SEND_POLICY,
      hasBilling: hasBilling(config),
      providerTimeoutMs: config.PROVIDER_TIMEOUT_SECONDS * 1_000,
    },
    onFailure: (error, { projectId, _id: emailId }) =>
      log.warn({ projectId, emailId, error: loggableError(error) }, 'message not composed yet'),
  }
}

/**
 * Limits the submissions of campaigns to as many as the provider takes concurrently. So a submission waits here, where
 * it can still be cancelled, and not in the provider's client.
 */
export function limitSubmissions({ concurrency = () => DEFAULT_SUBMISSIONS }: EmailProvider): Limiter {
  // One at least, because a limiter without any would not notice that the provider takes some again.
  return createLimiter({ concurrency: () => Math.max(1, concurrency()) })
}

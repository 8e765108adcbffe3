import type { EmailProvider } from '../../activities/providers/provider.js'
import { createEmailComposer, type EmailComposer } from '../../activities/delivery/create-email-composer.js'
import { batchDeliveries, type DeliverOne } from '../../activities/delivery/batch-deliveries.js'
import type { DeliveryDeps, DeliveryResult, DeliverySettings } from '../../activities/delivery/deps.js'
import { createFactRecorder } from '../../activities/delivery/fact-recorder.js'
import { ENCRYPTION_KEYS } from './config.js'

/** What delivering takes from outside, with a provider of the test's and turns for everyone. */
export function deliveryDeps(
  provider: EmailProvider,
  changes: Partial<DeliverySettings> = {},
): DeliveryDeps & EmailComposer {
  const settings: DeliverySettings = {
    gatewayUrl: 'https://mail.example.com',
    trackingUrl: 'https://links.example.com',
    encryptionKeys: ENCRYPTION_KEYS,
    allowTestDomains: true,
    ambiguousWaitMs: 60_000,
    ambiguousPolicy: 'by-type',
    hasBilling: false,
    providerTimeoutMs: 1_000,
    ...changes,
  }
  return {
    provider,
    recorder: createFactRecorder(),
    acquirePermits: async (_projectId, permits) => ({ permits, retryAfterMs: 0 }),
    limitSubmissions: (_projectId, work) => work(),
    onFailure: () => undefined,
    ...createEmailComposer(settings),
    settings,
    isStopping: () => false,
  }
}

/** Delivers one email, as the only one that comes. */
export function deliverOne(deps: DeliveryDeps, projectId: string, emailId: string): Promise<DeliveryResult> {
  return inTime(batchDeliveries(deps))({ projectId, emailId })
}

/** Delivers an email again where the machine was too slow, as Temporal does. */
export function inTime(deliver: DeliverOne): DeliverOne {
  return async (...of) => {
    for (;;) {
      const result = await deliver(...of)
      if (result.state !== 'deferred' || result.detail !== 'slow_worker') return result
    }
  }
}

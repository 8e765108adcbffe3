import type { DeliverySettings } from '../activities/delivery/deps.js'
import type { Config } from '../runtime/config.js'
import { hasBilling } from '../runtime/config/billing.js'

/** The settings of deliveries. */
export function deliverySettings(config: Config): DeliverySettings {
  return {
    gatewayUrl: config.GATEWAY_URL,
    trackingUrl: config.TRACKING_URL ?? config.GATEWAY_URL,
    encryptionKeys: config.ENCRYPTION_KEY,
    allowTestDomains: config.ALLOW_TEST_DOMAINS,
    ambiguousWaitMs: config.AMBIGUOUS_SEND_WAIT_SECONDS * 1_000,
    ambiguousPolicy: config.AMBIGUOUS_SEND_POLICY,
    hasBilling: hasBilling(config),
    providerTimeoutMs: config.PROVIDER_TIMEOUT_SECONDS * 1_000,
  }
}

import type { WebhookClient } from '../webhook/webhook-client.js'
import type { DeliveryDeps } from '../delivery/deps.js'

/** Dependencies of running steps. */
export interface ExecutionDeps extends DeliveryDeps {
  webhooks: WebhookClient
  retentionDays: number
}

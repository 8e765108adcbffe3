import type { WebhookClient } from '../webhook/webhook-client.js'
import type { DeliverOne } from '../delivery/batch-deliveries.js'
import type { DeliveryDeps } from '../delivery/deps.js'

/** Dependencies of running steps. */
export interface ExecutionDeps extends DeliveryDeps {
  webhooks: WebhookClient
  retentionDays: number
}

/** Dependencies of running steps, with the function that delivers the emails of steps. */
export interface StepDeps extends ExecutionDeps {
  deliverOne: DeliverOne
}

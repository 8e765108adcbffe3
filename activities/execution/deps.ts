import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { WebhookClient } from '../webhook/webhook-client.js'
import type { DeliveryDeps } from '../delivery/deps.js'

/** Dependencies of running steps. */
export interface ExecutionDeps extends DeliveryDeps {
  webhooks: WebhookClient
  enqueue: (entries: OutboxEntry[]) => void
  retentionDays: number
}

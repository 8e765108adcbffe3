import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { EmailComposer } from '../delivery/create-email-composer.js'
import type { DeliveryDeps } from '../delivery/deps.js'

/** Dependencies of sending campaigns. */
export interface CampaignDeps extends DeliveryDeps {
  prepare: EmailComposer['prepare']
  enqueue: (entries: OutboxEntry[]) => void
  /** For how many days the content of a campaign is kept. */
  retentionDays: number
}

import type { EmailComposer } from '../delivery/create-email-composer.js'
import type { DeliveryDeps } from '../delivery/deps.js'
import type { AcquirePermits } from '../send-rate/send-rate.js'

/** Dependencies of sending campaigns. */
export interface CampaignDeps extends DeliveryDeps {
  acquirePermits: AcquirePermits
  prepare: EmailComposer['prepare']
  /** For how many days the content of a campaign is kept. */
  retentionDays: number
}

import type { CampaignComposer } from './create-campaign-composer.js'
import type { DeliveryDeps } from '../delivery/deps.js'
import type { AcquirePermits } from '../send-rate/send-rate.js'

/** What sending campaigns takes from outside. */
export interface CampaignDeps extends DeliveryDeps {
  acquirePermits: AcquirePermits
  prepare: CampaignComposer['prepare']
  /** For how long what a campaign says is kept. */
  retentionDays: number
}

import type { Limiter } from '../../runtime/concurrency/limiter.js'
import type { DeliveryDeps } from '../delivery/deps.js'
import type { SendGroup } from './group-sender.js'

/** Dependencies of sending campaigns. */
export interface CampaignDeps extends DeliveryDeps {
  sendGroup: SendGroup
  /** Limits the groups of a project that are sent concurrently to `groupsOfProject`, however many campaigns it has. */
  limitGroups: Limiter
  groupsOfProject: number
  /** For how many days the content of a campaign is kept. */
  retentionDays: number
}

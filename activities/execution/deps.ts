import type { Intent } from '../../models/intent.js'
import type { DeliveryDeps } from '../delivery/deps.js'

/** What walking steps takes from outside. */
export interface ExecutionDeps extends DeliveryDeps {
  announce: (intents: Intent[]) => void
  retentionDays: number
}

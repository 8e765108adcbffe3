import type { Config } from '../../runtime/config.js'
import type { Logger } from '../../runtime/logger.js'
import type { Relay } from '../../outbox/relay.js'
import type { EngagementRecorder } from '../tracking/engagement-recorder.js'

/** What the gateway hands its endpoints from outside: settings, logs, the way to Temporal, and what records later. */
export interface GatewayServices {
  config: Config
  log: Logger
  relay: Pick<Relay, 'enqueue' | 'close'>
  engagement: EngagementRecorder
  temporal: {
    /** Whether the Temporal server answers; never throws. */
    isReachable(): Promise<boolean>
  }
}

import type { Config } from '../../runtime/config.js'
import type { Logger } from '../../runtime/logger.js'
import type { Dispatcher } from '../../workflows/client/dispatcher.js'

/** What the gateway hands its endpoints from outside: settings, logs and the way to Temporal. */
export interface GatewayServices {
  config: Config
  log: Logger
  dispatcher: Dispatcher
  temporal: {
    /** Whether the Temporal server answers; never throws. */
    isReachable(): Promise<boolean>
  }
}

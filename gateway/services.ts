import { applyNotifications } from '../commands/emails/apply-notifications.js'
import type { Config } from '../runtime/config.js'
import { createRelayLog } from '../outbox/relay-log.js'
import type { Logger } from '../runtime/logger.js'
import { createRelay } from '../outbox/relay.js'
import { startPoller } from '../outbox/poller.js'
import { createTemporal } from '../outbox/temporal.js'
import type { GatewayServices } from './http/services.js'
import { createEngagementRecorder } from './tracking/engagement-recorder.js'
import { Spool } from './tracking/spool.js'

/** What the endpoints need from outside MongoDB, and how to end it. */
export interface RunningServices extends GatewayServices {
  /** Records and dispatches what was taken in, then lets go of Temporal. */
  close(): Promise<void>
}

/** Connects what the endpoints need from outside MongoDB. Does not wait for Temporal to be there. */
export function createServices(config: Config, log: Logger): RunningServices {
  const temporal = createTemporal({ address: config.TEMPORAL_ADDRESS, namespace: config.TEMPORAL_NAMESPACE })
  const onFailure = createRelayLog(log)
  const relay = createRelay({ temporal, applyNotifications, onFailure })
  const spool = new Spool({ folder: config.SPOOL_DIR, encryptionKey: config.ENCRYPTION_KEY, log })
  const engagement = createEngagementRecorder({ enqueue: relay.enqueue, log, spool })
  const poller = startPoller(relay, onFailure)
  return {
    config,
    log,
    relay,
    engagement,
    temporal,
    async close() {
      await engagement.close()
      await poller.stop()
      await relay.close()
      await temporal.close()
    },
  }
}

import { relayLogs } from '../outbox/relay-log.js'
import { reconcile } from '../outbox/reconcile/reconcile.js'
import { Relay } from '../outbox/relay.js'
import { createTemporal } from '../outbox/temporal.js'
import { temporalServer } from '../outbox/temporal-server.js'
import { readConfig } from '../runtime/config.js'
import { createLogger } from '../runtime/logger.js'
import { carryOut, inDatabase } from './command.js'

// Compares the running work in MongoDB with Temporal once, and restarts the work that is missing there.
await carryOut(async () => {
  const config = readConfig()
  const log = createLogger('reconcile', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  await inDatabase(config, async () => {
    const temporal = createTemporal(temporalServer(config))
    const relay = new Relay({ temporal, ...relayLogs(log) })
    try {
      log.info(await reconcile({ temporal }), 'compared with Temporal')
    } finally {
      await relay.close()
      await temporal.close()
    }
  })
})

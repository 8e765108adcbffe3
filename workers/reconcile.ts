import { applyNotifications } from '../commands/emails/apply-notifications.js'
import { readConfig } from '../runtime/config.js'
import { createDispatchLog } from '../outbox/relay-log.js'
import { createLogger } from '../runtime/logger.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'
import { createDispatcher } from '../outbox/relay.js'
import { reconcile } from '../outbox/reconcile/reconcile.js'
import { createTemporal } from '../outbox/temporal.js'

// Compares what MongoDB holds as going on with Temporal, sets off again what is missing there, and ends.
const config = readConfig()
const log = createLogger('reconcile', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
connectMongodb(config.MONGODB_URI)
await mongodbConnected()
const temporal = createTemporal({ address: config.TEMPORAL_ADDRESS, namespace: config.TEMPORAL_NAMESPACE })
const dispatcher = createDispatcher({ temporal, applyNotifications, onFailure: createDispatchLog(log) })
try {
  log.info(await reconcile({ temporal, offer: dispatcher.offer }), 'compared with Temporal')
} finally {
  await dispatcher.close()
  await temporal.close()
  await disconnectMongodb()
}

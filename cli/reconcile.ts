import { reconcile } from '../outbox/reconcile/reconcile.js'
import { relayLogs } from '../outbox/relay-log.js'
import { Relay } from '../outbox/relay.js'
import { createTemporal } from '../outbox/temporal.js'
import { temporalServer } from '../outbox/temporal-server.js'
import { readConfig } from '../runtime/config.js'
import { createLogger } from '../runtime/logger.js'
import { defineCommand } from './command.js'
import { inDatabase } from './in-database.js'

export const reconcileCommand = defineCommand({
  usage: '',
  about: `Compares the running work in MongoDB with Temporal once. Work missing in Temporal is restarted, and work that was
stopped there ends.`,
  async run() {
    const config = readConfig()
    const log = createLogger('reconcile', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY, isOfCommand: true })
    const compared = await inDatabase(config, async () => {
      const temporal = createTemporal(temporalServer(config))
      const relay = new Relay({ temporal, ...relayLogs(log) })
      try {
        return await reconcile({ temporal })
      } finally {
        await relay.close()
        await temporal.close()
      }
    })
    const { checked, startedAgain, ended } = compared
    return {
      lines: [`Compared with Temporal: ${checked} checked, ${startedAgain} restarted, ${ended} ended.`],
      json: compared,
    }
  },
})

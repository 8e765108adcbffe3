import { createIndexes } from '../models/indexes.js'
import { readConfig } from '../runtime/config.js'
import { createLogger } from '../runtime/logger.js'
import { carryOut, inDatabase } from './command.js'

// Run once before a new version serves: creates the missing collections and indexes.
await carryOut(async () => {
  const config = readConfig()
  const log = createLogger('migrate', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  await inDatabase(config, createIndexes)
  log.info('collections and indexes are in place')
})

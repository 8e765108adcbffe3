import { createIndexes } from '../models/indexes.js'
import { readConfig } from '../runtime/config.js'
import { createLogger } from '../runtime/logger.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'

// Run once before a new version serves: creates the missing collections and indexes.
const config = readConfig()
const log = createLogger('migrate', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
connectMongodb(config.MONGODB_URI)
await mongodbConnected()
await createIndexes()
log.info('collections and indexes are in place')
await disconnectMongodb()

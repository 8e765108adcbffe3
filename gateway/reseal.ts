import { resealProjects } from '../commands/projects/reseal-projects.js'
import { readConfig } from '../runtime/config.js'
import { keyId } from '../runtime/encryption-keys.js'
import { createLogger } from '../runtime/logger.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'

// Seals the secrets that another key sealed with the first key of ENCRYPTION_KEY. Exits with status 1 when there was
// something that none of the keys opens.
const config = readConfig()
const { ENCRYPTION_KEY: keys } = config
const log = createLogger('reseal', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
connectMongodb(config.MONGODB_URI)
await mongodbConnected()
const total = { key: keyId(keys[0]), projects: 0, resealed: 0, unopened: 0 }
for await (const { projects, resealed, unopened } of resealProjects(keys)) {
  for (const secret of unopened) log.error(secret, 'a secret cannot be opened')
  total.projects += projects
  total.resealed += resealed
  total.unopened += unopened.length
  log.info(total, 'resealing')
}
log.info(total, total.unopened === 0 ? 'everything is sealed with the first key' : 'some secrets could not be opened')
await disconnectMongodb()
process.exitCode = total.unopened === 0 ? 0 : 1

import { resealDkimKeys } from '../commands/domains/reseal-dkim-keys.js'
import { resealProjects } from '../commands/projects/reseal-projects.js'
import { readConfig } from '../runtime/config.js'
import { keyId } from '../runtime/encryption-keys.js'
import { createLogger } from '../runtime/logger.js'
import { carryOut, inDatabase } from './command.js'

// Seals the secrets that another key sealed with the first key of ENCRYPTION_KEY. Exits with status 1 when there was
// something that none of the keys opens.
await carryOut(async () => {
  const config = readConfig()
  const { ENCRYPTION_KEY: keys } = config
  const log = createLogger('reseal', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  const total = { key: keyId(keys[0]), projects: 0, resealed: 0, unopened: 0 }
  await inDatabase(config, async () => {
    for await (const { projects, resealed, unopened } of resealProjects(keys)) {
      for (const secret of unopened) log.error(secret, 'a secret cannot be opened')
      total.projects += projects
      total.resealed += resealed
      total.unopened += unopened.length
      log.info(total, 'resealing')
    }
    for await (const { resealed, unopened } of resealDkimKeys(keys)) {
      for (const key of unopened) log.error(key, 'a signing key cannot be opened')
      total.resealed += resealed
      total.unopened += unopened.length
    }
  })
  const isDone = total.unopened === 0
  log.info(total, isDone ? 'everything is sealed with the first key' : 'some secrets could not be opened')
  if (!isDone) process.exitCode = 1
})

import { requireSchema } from '../../../models/migrations/require-schema.js'
import { configWarnings, type Config } from '../../../runtime/config.js'
import { loggableError } from '../../../runtime/loggable-error.js'
import type { Logger } from '../../../runtime/logger.js'
import { connectProcess } from '../../../runtime/mongodb/connect-process.js'
import { setMailboxKeys } from '../../base/installation/mailbox-key.js'
import { setQuotas } from '../../base/quotas/limits.js'
import { setNameLimits } from '../../base/records/name-limits.js'
import { platformSettings } from '../../sending/platform-mail/platform.js'
import { preparePlatformAtStart } from '../../sending/platform-mail/prepare-at-start.js'

/**
 * What a gateway and a worker do before they serve: they log the warnings of their settings, take their limits and keys
 * from them, connect to MongoDB, compare the database with this version, and prepare the sender of mail to users. The
 * process ends with status 1 if the database does not fit. Resolves after a few seconds also while MongoDB is away.
 */
export async function startProcess(config: Config, log: Logger): Promise<void> {
  for (const warning of configWarnings(config)) log.warn(warning)
  setQuotas(config)
  setMailboxKeys(config.ENCRYPTION_KEY)
  setNameLimits({ eventNames: config.MAX_EVENT_NAMES, fields: config.MAX_FIELDS })
  connectProcess(config, log)
  await requireSchema((reason) => {
    log.fatal(reason)
    process.exit(1)
  })
  await preparePlatformAtStart(platformSettings(config), (error) =>
    log.warn(
      { error: loggableError(error) },
      'the sender of mail to users is not prepared, the first mail tries again',
    ),
  )
}

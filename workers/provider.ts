import { createLogProvider } from '../activities/clients/log-provider.js'
import type { EmailProvider } from '../activities/clients/provider.js'
import { createSesProvider } from '../activities/clients/ses.js'
import type { Config } from '../runtime/config.js'
import type { Logger } from '../runtime/logger.js'

/** The email provider that the configuration names. */
export function createProvider(config: Config, log: Logger): EmailProvider {
  if (config.EMAIL_PROVIDER === 'log') return createLogProvider((info) => log.info(info, 'email taken'))
  return createSesProvider({
    region: config.AWS_REGION,
    ...(config.SES_ENDPOINT ? { endpoint: config.SES_ENDPOINT } : {}),
    ...(config.SES_CONFIGURATION_SET ? { configurationSet: config.SES_CONFIGURATION_SET } : {}),
    requestTimeoutMs: config.PROVIDER_TIMEOUT_SECONDS * 1_000,
  })
}

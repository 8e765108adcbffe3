import { createDkimSigner, privateKeyText, type SignMessage } from '../mail/mime/dkim.js'
import { awsCredentialsOf } from '../activities/providers/ses/aws-credentials.js'
import { createLogProvider } from '../activities/providers/log-provider.js'
import { measured } from '../activities/providers/measured.js'
import type { EmailProvider } from '../activities/providers/provider.js'
import { createSesProvider } from '../activities/providers/ses/ses-provider.js'
import { createSmtpProvider } from '../activities/providers/smtp/smtp-provider.js'
import { smtpServerOf } from '../activities/providers/smtp/smtp-server.js'
import { ConfigError, type Config } from '../runtime/config.js'
import type { Logger } from '../runtime/logger.js'

/** The email provider of the configuration, with so many connections at most. Throws ConfigError for invalid settings. */
export function createProvider(config: Config, log: Logger, maxConnections?: number): EmailProvider {
  return measured(providerOf(config, log, maxConnections))
}

function providerOf(config: Config, log: Logger, maxConnections: number | undefined): EmailProvider {
  const requestTimeoutMs = config.PROVIDER_TIMEOUT_SECONDS * 1_000
  switch (config.EMAIL_PROVIDER) {
    case 'log':
      return createLogProvider((info) => log.info(info, 'email taken'))
    case 'smtp':
      return createSmtpProvider({
        ...smtpServerOf(config),
        maxConnections: maxConnections ?? config.SMTP_MAX_CONNECTIONS,
        requestTimeoutMs,
        sign: signerOf(config),
      })
    case 'ses':
      return createSesProvider({
        region: config.AWS_REGION,
        ...(config.SES_ENDPOINT ? { endpoint: config.SES_ENDPOINT } : {}),
        ...(config.SES_CONFIGURATION_SET ? { configurationSet: config.SES_CONFIGURATION_SET } : {}),
        requestTimeoutMs,
        maxSockets: maxConnections,
        credentials: awsCredentialsOf(config),
      })
    default:
      return config.EMAIL_PROVIDER satisfies never
  }
}

function signerOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: Config): SignMessage | undefined {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_PRIVATE_KEY) return undefined
  try {
    const privateKey = privateKeyText(DKIM_PRIVATE_KEY)
    return createDkimSigner({ domain: DKIM_DOMAIN, selector: DKIM_SELECTOR, privateKey })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([{ setting: 'DKIM_PRIVATE_KEY', message: reason }])
  }
}

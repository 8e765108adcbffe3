import { createBounceAddresses } from '../mail/links/bounce-addresses.js'
import { createDkimSigner, privateKeyText, type SignMessage } from '../mail/mime/dkim.js'
import { awsCredentialsOf } from '../activities/providers/aws-credentials.js'
import { createLogProvider } from '../activities/providers/log-provider.js'
import { withMetrics } from '../activities/providers/with-metrics.js'
import type { EmailProvider } from '../activities/providers/provider.js'
import { createSesProvider } from '../activities/providers/ses/ses-provider.js'
import { createSmtpProvider } from '../activities/providers/smtp/smtp-provider.js'
import { smtpServerOf } from '../activities/providers/smtp/smtp-server.js'
import { ConfigError, type Config } from '../runtime/config.js'
import type { Logger } from '../runtime/logger.js'
import { createMailSigner, type FindSigningKey } from './sign-mail.js'

/** How a process uses the provider. */
export interface ProviderUse {
  maxConnections?: number | undefined
  /** Finds the DKIM keys of projects, for a provider that does not sign messages itself. */
  findSigningKey?: FindSigningKey
}

/** Creates the email provider of the configuration. Throws ConfigError for invalid settings. */
export function createProvider(config: Config, log: Logger, use: ProviderUse = {}): EmailProvider {
  return withMetrics(providerOf(config, log, use))
}

function providerOf(config: Config, log: Logger, { maxConnections, findSigningKey }: ProviderUse): EmailProvider {
  const requestTimeoutMs = config.PROVIDER_TIMEOUT_SECONDS * 1_000
  switch (config.EMAIL_PROVIDER) {
    case 'log':
      return createLogProvider((info) => log.info(info, 'email taken'))
    case 'smtp':
      return createSmtpProvider({
        ...smtpServerOf(config),
        maxConnections: maxConnections ?? config.SMTP_MAX_CONNECTIONS,
        requestTimeoutMs,
        bounceAddressOf: bounceAddressesOf(config),
        sign: findSigningKey ? createMailSigner(findSigningKey, signerOf(config)) : signerOf(config),
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

function bounceAddressesOf({ BOUNCE_DOMAIN, ENCRYPTION_KEY }: Config): ((emailId: string) => string) | undefined {
  return BOUNCE_DOMAIN === undefined ? undefined : createBounceAddresses(BOUNCE_DOMAIN, ENCRYPTION_KEY).addressOf
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

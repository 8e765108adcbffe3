import { readFileSync } from 'node:fs'
import { createDkimSigner, type SignMessage } from '../mail/mime/dkim.js'
import { createLogProvider } from '../activities/providers/log-provider.js'
import { measured } from '../activities/providers/measured.js'
import type { EmailProvider } from '../activities/providers/provider.js'
import { createSesProvider } from '../activities/providers/ses.js'
import { createSmtpProvider } from '../activities/providers/smtp.js'
import { ConfigError, type Config } from '../runtime/config.js'
import { isLoopback } from '../runtime/loopback.js'
import type { Logger } from '../runtime/logger.js'

/** The email provider of the configuration. Throws ConfigError for invalid settings. */
export function createProvider(config: Config, log: Logger): EmailProvider {
  return measured(providerOf(config, log))
}

function providerOf(config: Config, log: Logger): EmailProvider {
  const requestTimeoutMs = config.PROVIDER_TIMEOUT_SECONDS * 1_000
  switch (config.EMAIL_PROVIDER) {
    case 'log':
      return createLogProvider((info) => log.info(info, 'email taken'))
    case 'smtp':
      return createSmtpProvider({
        ...serverOf(config),
        maxConnections: config.SMTP_MAX_CONNECTIONS,
        requestTimeoutMs,
        sign: signerOf(config),
      })
    case 'ses':
      return createSesProvider({
        region: config.AWS_REGION,
        ...(config.SES_ENDPOINT ? { endpoint: config.SES_ENDPOINT } : {}),
        ...(config.SES_CONFIGURATION_SET ? { configurationSet: config.SES_CONFIGURATION_SET } : {}),
        requestTimeoutMs,
        credentials: awsCredentialsOf(config),
      })
    default:
      return config.EMAIL_PROVIDER satisfies never
  }
}

function serverOf({ SMTP_URL = '', SMTP_USERNAME, SMTP_PASSWORD, SMTP_TLS }: Config) {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL)
  const isImplicitTls = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    // A loopback connection needs no encryption, and a local mail server rarely has a valid certificate.
    tls: SMTP_TLS ?? (isLoopback(host) ? ('none' as const) : ('required' as const)),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    ...(SMTP_USERNAME && SMTP_PASSWORD ? { auth: { user: SMTP_USERNAME, pass: SMTP_PASSWORD } } : {}),
  }
}

// The SDK reads the variables itself, but not the files that may hold the values.
function awsCredentialsOf({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: Config) {
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return undefined
  return { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, sessionToken: AWS_SESSION_TOKEN }
}

function signerOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: Config): SignMessage | undefined {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_PRIVATE_KEY) return undefined
  try {
    const isInline = DKIM_PRIVATE_KEY.startsWith('-----BEGIN')
    const privateKey = isInline ? DKIM_PRIVATE_KEY : readFileSync(DKIM_PRIVATE_KEY, 'utf8')
    return createDkimSigner({ domain: DKIM_DOMAIN, selector: DKIM_SELECTOR, privateKey })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([{ setting: 'DKIM_PRIVATE_KEY', message: reason }])
  }
}

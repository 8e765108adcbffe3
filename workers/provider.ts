import { readFileSync } from 'node:fs'
import { createDkimSigner, type SignMessage } from '../mail/mime/dkim.js'
import { createLogProvider } from '../activities/providers/log-provider.js'
import type { EmailProvider } from '../activities/providers/provider.js'
import { createSesProvider } from '../activities/providers/ses.js'
import { createSmtpProvider } from '../activities/providers/smtp.js'
import type { Config } from '../runtime/config.js'
import type { Logger } from '../runtime/logger.js'

/** The email provider of the configuration. Throws an Error for invalid settings. */
export function createProvider(config: Config, log: Logger): EmailProvider {
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
      })
    default:
      return config.EMAIL_PROVIDER satisfies never
  }
}

function serverOf({ SMTP_URL = '', SMTP_TLS }: Config) {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL)
  const isImplicitTls = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    tls: SMTP_TLS ?? (isLoopback(host) ? ('none' as const) : ('required' as const)),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  }
}

// A loopback connection needs no encryption, and a local mail server rarely has a valid certificate.
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function signerOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: Config): SignMessage | undefined {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_PRIVATE_KEY) return undefined
  try {
    const isInline = DKIM_PRIVATE_KEY.startsWith('-----BEGIN')
    const privateKey = isInline ? DKIM_PRIVATE_KEY : readFileSync(DKIM_PRIVATE_KEY, 'utf8')
    return createDkimSigner({ domain: DKIM_DOMAIN, selector: DKIM_SELECTOR, privateKey })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Invalid configuration:\n  DKIM_PRIVATE_KEY: ${reason}`, { cause: error })
  }
}

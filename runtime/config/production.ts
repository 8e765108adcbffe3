import { isLoopback } from '../loopback.js'
import { isGuessable, looksLikeExample } from './examples.js'
import type { ConfigFault, ValidSettings } from './fault.js'
import type { Config } from './settings.js'

const EXAMPLE = 'reads like an example, not like a secret of your own'

/** The faults that only production refuses: secrets that others know, and addresses that recipients cannot use. */
export function findUnsafe(settings: ValidSettings, given: Record<string, string>): ConfigFault[] {
  if (settings.NODE_ENV !== 'production') return []
  return [...exampleSecrets(settings), ...addresses(settings, given), ...sns(settings), ...ownership(settings)]
}

/** Warnings about settings that are missing or unsafe, each as a sentence for the log. */
export function configWarnings(config: Config): string[] {
  return [...missingNotifications(config), ...productionWarnings(config)]
}

/** Without the notifications of SES, bounces and complaints stay unknown. */
function missingNotifications({ EMAIL_PROVIDER, SES_CONFIGURATION_SET, SNS_TOPIC_ARNS }: Config): string[] {
  if (EMAIL_PROVIDER !== 'ses') return []
  return [
    ...(SES_CONFIGURATION_SET ? [] : ['SES_CONFIGURATION_SET is unset: SES publishes no events about our mail']),
    ...(SNS_TOPIC_ARNS.length > 0 ? [] : ['SNS_TOPIC_ARNS is empty: every notification of SES is refused']),
  ]
}

function productionWarnings(config: Config): string[] {
  if (config.NODE_ENV !== 'production') return []
  const { EMAIL_PROVIDER, ALLOW_TEST_DOMAINS, WEBHOOK_ALLOW_PRIVATE, GATEWAY_URL } = config
  const warnings: string[] = []
  if (EMAIL_PROVIDER === 'log') warnings.push('EMAIL_PROVIDER is log: every message is taken and none is delivered')
  if (ALLOW_TEST_DOMAINS) warnings.push('ALLOW_TEST_DOMAINS is true: every project may send from domains of examples')
  if (WEBHOOK_ALLOW_PRIVATE === true)
    warnings.push('WEBHOOK_ALLOW_PRIVATE is true: webhooks reach every private address')
  if (sendsPasswordInClear(config)) warnings.push('SMTP_TLS is none: the password of SMTP travels unencrypted')
  if (isLoopback(new URL(GATEWAY_URL).hostname)) {
    warnings.push('GATEWAY_URL is an address of this machine: links in mails work nowhere else')
  }
  return warnings
}

function sendsPasswordInClear({ EMAIL_PROVIDER, SMTP_TLS, SMTP_URL, SMTP_PASSWORD }: Config): boolean {
  if (EMAIL_PROVIDER !== 'smtp' || SMTP_TLS !== 'none' || SMTP_URL === undefined) return false
  const { password, hostname } = new URL(SMTP_URL)
  return (password !== '' || SMTP_PASSWORD !== undefined) && !isLoopback(hostname)
}

function exampleSecrets(settings: ValidSettings): ConfigFault[] {
  const { ENCRYPTION_KEY: keys, JWT_SECRET: jwt, MONGODB_URI, MONGODB_PASSWORD, SMTP_PASSWORD } = settings
  const faults: ConfigFault[] = []
  if (keys?.some(looksLikeExample)) {
    faults.push({ setting: 'ENCRYPTION_KEY', message: `${EXAMPLE}: openssl rand -hex 32` })
  }
  if (jwt !== undefined && looksLikeExample(jwt)) {
    faults.push({ setting: 'JWT_SECRET', message: `${EXAMPLE}: openssl rand -base64 48` })
  } else if (keys?.some((key) => key === jwt)) {
    faults.push({ setting: 'JWT_SECRET', message: 'must differ from ENCRYPTION_KEY: openssl rand -base64 48' })
  }
  const passwords = {
    MONGODB_URI: passwordIn(MONGODB_URI),
    MONGODB_PASSWORD,
    SMTP_PASSWORD,
    SMTP_URL: settings.EMAIL_PROVIDER === 'smtp' ? passwordIn(settings.SMTP_URL) : undefined,
    AWS_SECRET_ACCESS_KEY: settings.AWS_SECRET_ACCESS_KEY,
  }
  for (const [setting, password] of Object.entries(passwords)) {
    if (password !== undefined && (isGuessable(password) || password.endsWith('EXAMPLEKEY'))) {
      faults.push({ setting, message: `its password ${EXAMPLE}` })
    }
  }
  return faults
}

function passwordIn(url = ''): string | undefined {
  return /^[^/]*\/\/[^/?@:]*:([^/?@]*)@/.exec(url)?.[1]
}

/** Recipients open the links in mails, so the address must be set and, beyond this machine, use encryption. */
function addresses(settings: ValidSettings, given: Record<string, string>): ConfigFault[] {
  const faults: ConfigFault[] = []
  if (given['GATEWAY_URL'] === undefined) {
    const message = 'must be set in production, to the public address of the gateway: https://mail.example.com'
    faults.push({ setting: 'GATEWAY_URL', message })
  }
  for (const setting of ['GATEWAY_URL', 'TRACKING_URL', 'DASHBOARD_URL', 'STRIPE_API_URL'] as const) {
    const address = settings[setting]
    if (address?.startsWith('http://') && !isLoopback(new URL(address).hostname)) {
      faults.push({ setting, message: 'must begin with https:// in production, unless the host is localhost' })
    }
  }
  return faults
}

function sns({ EMAIL_PROVIDER, SNS_TRUSTED_ORIGINS = [], SNS_TOPIC_ARNS = [] }: ValidSettings): ConfigFault[] {
  const faults: ConfigFault[] = []
  if (SNS_TRUSTED_ORIGINS.length > 0) {
    faults.push({ setting: 'SNS_TRUSTED_ORIGINS', message: 'never in production, it admits forged notifications' })
  }
  if (EMAIL_PROVIDER === 'ses' && SNS_TOPIC_ARNS.length === 0) {
    faults.push({ setting: 'SNS_TOPIC_ARNS', message: 'name the topics whose notifications are ours' })
  }
  return faults
}

function ownership({ OWNERSHIP_DNS_SERVERS = [] }: ValidSettings): ConfigFault[] {
  if (OWNERSHIP_DNS_SERVERS.length === 0) return []
  const message = 'never in production, where DNS alone tells whose a domain is: set DNS_SERVERS'
  return [{ setting: 'OWNERSHIP_DNS_SERVERS', message }]
}

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { encryptionKeys } from './encryption-keys.js'
import { privateTargets } from './private-targets.js'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
const whole = z.coerce.number().int().min(0)
const rate = z.coerce.number().min(0).max(100_000)
const origin = z.url().transform((value) => value.replace(/\/+$/, ''))
const origins = list.pipe(z.array(z.url().transform((value) => new URL(value).origin)))

/** Every setting of gateway and worker, with its default; one environment variable each. */
export const Settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  LOG_PRETTY: flag.default(false),
  MONGODB_URI: z.string().min(1),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_UI_URL: origin.optional(),
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  GATEWAY_PORT: whole.default(3000),
  GATEWAY_URL: origin.default('http://127.0.0.1:3000'),
  TRACKING_URL: origin.optional(),
  REQUEST_TIMEOUT_SECONDS: z.coerce.number().positive().default(60),
  SHUTDOWN_TIMEOUT_SECONDS: z.coerce.number().positive().optional(),
  TRUSTED_PROXY_HOPS: whole.default(0),
  RATE_LIMIT_PER_MINUTE: whole.default(1000),
  OPEN_RATE_LIMIT_PER_MINUTE: whole.default(300),
  MAX_BUFFERED_MB: z.coerce.number().positive().default(256),
  DASHBOARD_URL: origin.optional(),
  DASHBOARD_ORIGINS: origins.default([]),
  ENCRYPTION_KEY: encryptionKeys,
  JWT_SECRET: z
    .string('JWT_SECRET must be set, to at least 32 characters: openssl rand -base64 48')
    .min(32, 'JWT_SECRET must have at least 32 characters: openssl rand -base64 48'),
  DISABLE_SIGNUPS: flag.default(false),
  EMAIL_PROVIDER: z.enum(['ses', 'smtp', 'log']).default('log'),
  SES_ENDPOINT: origin.optional(),
  SES_CONFIGURATION_SET: z.string().optional(),
  AWS_REGION: z.string().default('us-east-1'),
  SNS_TOPIC_ARNS: list.default([]),
  SNS_TRUSTED_ORIGINS: list.default([]),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'SMTP_URL must be smtp://user:password@host:port, or smtps://…' })
    .optional(),
  SMTP_TLS: z.enum(['required', 'opportunistic', 'none']).optional(),
  SMTP_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  PROVIDER_TIMEOUT_SECONDS: z.coerce.number().positive().default(10),
  SEND_RATE_PER_SECOND: rate.optional(),
  TRANSACTIONAL_RESERVE: z.coerce.number().min(0).max(90).default(20),
  PROJECT_SEND_RATE_PER_SECOND: rate.default(0),
  SPOOL_DIR: z.string().default(join(tmpdir(), 'posthorn-spool')),
  ALLOW_TEST_DOMAINS: flag.default(false),
  IDEMPOTENCY_KEY_TTL_HOURS: z.coerce.number().positive().default(24),
  EMAIL_BODY_RETENTION_DAYS: z.coerce.number().positive().default(90),
  MAX_EVENT_NAMES: z.coerce.number().int().min(1).default(2_000),
  MAX_FIELDS: z.coerce.number().int().min(1).default(1_000),
  RETENTION_DAYS_EVENTS: whole.default(0),
  RETENTION_DAYS_EMAILS: whole.default(0),
  RETENTION_DAYS_EXECUTIONS: whole.default(0),
  RETENTION_DAYS_WAITS: whole.default(7),
  MAX_ATTACHMENTS_COUNT: whole.default(10),
  MAX_ATTACHMENT_SIZE_MB: z.coerce.number().positive().default(10),
  AMBIGUOUS_SEND_WAIT_SECONDS: z.coerce.number().positive().default(60),
  AMBIGUOUS_SEND_POLICY: z.enum(['by-type', 'resend', 'hold']).default('by-type'),
  WEBHOOK_ALLOW_PRIVATE: privateTargets.prefault('false'),
  WORKFLOW_BUNDLE: z.string().optional(),
  WORKER_QUEUES: list.default(['transactional', 'executions', 'webhooks', 'campaigns', 'jobs']),
})

/** The settings of a process, read once at its start. */
export type Config = z.output<typeof Settings>

/** Reads the settings from environment variables; empty ones count as unset. Throws an Error that names all faults. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Settings.safeParse(given)
  if (parsed.success) return refuseUnsafe(parsed.data)
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Invalid configuration:\n${faults.join('\n')}`)
}

function refuseUnsafe(config: Config): Config {
  const faults = [...unsafeSns(config), ...incompleteSmtp(config), ...incompleteDkim(config)]
  if (faults.length > 0) throw new Error(`Invalid configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return config
}

function unsafeSns({ NODE_ENV, EMAIL_PROVIDER, SNS_TRUSTED_ORIGINS, SNS_TOPIC_ARNS }: Config): string[] {
  if (NODE_ENV !== 'production') return []
  const faults: string[] = []
  if (SNS_TRUSTED_ORIGINS.length > 0) {
    faults.push('SNS_TRUSTED_ORIGINS: never in production, it admits forged notifications')
  }
  if (EMAIL_PROVIDER === 'ses' && SNS_TOPIC_ARNS.length === 0) {
    faults.push('SNS_TOPIC_ARNS: name the topics whose notifications are ours')
  }
  return faults
}

function incompleteSmtp({ EMAIL_PROVIDER, SMTP_URL, SMTP_TLS }: Config): string[] {
  if (EMAIL_PROVIDER !== 'smtp') return []
  if (!SMTP_URL) return ['SMTP_URL: needed with EMAIL_PROVIDER=smtp, as smtp://user:password@host:port']
  const isImplicit = SMTP_URL.startsWith('smtps:')
  return isImplicit && SMTP_TLS === 'none' ? ['SMTP_TLS: smtps:// is always encrypted, so "none" cannot be'] : []
}

function incompleteDkim(config: Config): string[] {
  const parts = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const
  const missing = parts.filter((name) => !config[name])
  if (missing.length === 0 || missing.length === parts.length) return []
  return missing.map((name) => `${name}: signing needs all three of ${parts.join(', ')}`)
}

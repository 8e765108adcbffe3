import { z } from 'zod'
import { createLogger } from '../../runtime/logger.js'
import { stopOnSignal } from '../../runtime/shutdown.js'
import { startProvider } from './start-provider.js'

const STOP_MS = 8_000

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The provider's settings, one environment variable each. An empty variable counts as unset. */
const Settings = z.object({
  INBOX_HOST: z.string().default('127.0.0.1'),
  INBOX_PORT: port.default(3025),
  PROVIDER_SMTP_PORT: port.default(0),
  PROVIDER_DATA_DIR: z.string().default('.posthorn/provider'),
  PROVIDER_WEBHOOK_URL: z.url({ protocol: /^http$/ }).optional(),
  PROVIDER_TOPIC_ARN: z.string().optional(),
  PROVIDER_SUBSCRIBE: flag.default(false),
  LOG_LEVEL: z.string().default('info'),
  LOG_PRETTY: flag.default(false),
})

const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
const settings = Settings.parse(given)
const log = createLogger('provider', { level: settings.LOG_LEVEL, pretty: settings.LOG_PRETTY })

try {
  const provider = await startProvider({
    host: settings.INBOX_HOST,
    port: settings.INBOX_PORT,
    smtpPort: settings.PROVIDER_SMTP_PORT,
    dataDir: settings.PROVIDER_DATA_DIR,
    webhookUrl: settings.PROVIDER_WEBHOOK_URL,
    topicArn: settings.PROVIDER_TOPIC_ARN,
    subscribe: settings.PROVIDER_SUBSCRIBE,
    log,
  })
  stopOnSignal(log, () => provider.close(), STOP_MS)
  log.info({ port: Number(new URL(provider.origin).port), smtpPort: provider.smtpPort }, 'provider ready')
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  log.fatal(`${error.message}: choose another INBOX_PORT or PROVIDER_SMTP_PORT, or stop what listens there`)
  process.exit(1)
}

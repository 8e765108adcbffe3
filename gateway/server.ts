import { createLogger } from '../runtime/logger.js'
import { requireSchema } from '../models/migrations/require-schema.js'
import { configWarnings, exitOnConfigError, readConfig } from '../runtime/config.js'
import { refreshInstallationTotals } from '../commands/base/installation/refresh-totals.js'
import { setMailboxKeys } from '../commands/base/installation/mailbox-key.js'
import { platformSettings } from '../commands/sending/platform-mail/platform.js'
import { preparePlatformAtStart } from '../commands/sending/platform-mail/prepare-at-start.js'
import { setQuotas } from '../commands/base/quotas/limits.js'
import { setNameLimits } from '../commands/base/records/name-limits.js'
import { connectProcess } from '../runtime/mongodb/connect-process.js'
import { disconnectMongodb } from '../runtime/mongodb/connection.js'
import { findUnreachable } from '../runtime/readiness.js'
import { serveMetrics } from '../runtime/metrics/serve-metrics.js'
import { stopOnSignal } from '../runtime/shutdown.js'
import { startTracing, stopTracing } from '../runtime/tracing/tracing.js'
import { createApp } from './app.js'
import { listen } from './http/listen.js'
import { startSmtpReceiver } from './inbound/smtp-receiver.js'
import { loggableError } from '../runtime/loggable-error.js'
import { createServices } from './services.js'

// Less than the ten seconds after which Docker kills a process.
const SHUTDOWN_SECONDS = 8

const config = exitOnConfigError(readConfig)
await startTracing(config, {
  service: 'posthorn-gateway',
  onFailure: (error) => log.warn({ error: loggableError(error) }, 'traces not taken: some are dropped'),
})
const log = createLogger('gateway', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
for (const warning of configWarnings(config)) log.warn(warning)

try {
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
  const services = createServices(config, log)
  const metrics = await serveMetrics(config, {
    process: 'gateway',
    log,
    findUnreachable: () => findUnreachable(services.temporal),
    beforeScrape: refreshInstallationTotals,
  })
  const address = { host: config.GATEWAY_HOST, port: config.GATEWAY_PORT }
  const limits = {
    requestTimeoutMs: config.REQUEST_TIMEOUT_SECONDS * 1_000,
    // Behind a proxy, all connections come from the proxy.
    perNetwork: config.TRUSTED_PROXY_HOPS > 0 ? 0 : config.CONNECTIONS_PER_NETWORK,
  }
  const server = await listen(createApp(services).callback(), address, limits)
  log.info({ host: address.host, port: server.port }, 'listening')
  const receiver = config.INBOUND_SMTP_PORT === 0 ? null : await startSmtpReceiver(config, services)
  if (receiver) log.info({ host: config.INBOUND_SMTP_HOST, port: receiver.port }, 'listening for inbound mail')

  const stop = async (): Promise<void> => {
    await Promise.all([server.close(), receiver?.close()])
    await services.close()
    await metrics.close()
    await disconnectMongodb()
    await stopTracing()
  }
  stopOnSignal(log, stop, (config.SHUTDOWN_TIMEOUT_SECONDS ?? SHUTDOWN_SECONDS) * 1_000)
} catch (error) {
  log.fatal(`cannot start: ${loggableError(error).message}`)
  process.exit(1)
}

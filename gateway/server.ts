import { exitOnConfigError, readConfig } from '../runtime/config.js'
import { refreshInstallationTotals } from '../commands/base/installation/refresh-totals.js'
import { disconnectMongodb } from '../runtime/mongodb/connection.js'
import { findUnreachable } from '../runtime/readiness.js'
import { serveMetrics } from '../runtime/metrics/serve-metrics.js'
import { startProcess } from '../commands/lifecycle/processes/start-process.js'
import { stopOnSignal } from '../runtime/shutdown.js'
import { startLog } from '../runtime/start-log.js'
import { stopTracing } from '../runtime/tracing/tracing.js'
import { createApp } from './app.js'
import { listen } from './http/listen.js'
import { startSmtpReceiver } from './inbound/smtp-receiver.js'
import { loggableError } from '../runtime/loggable-error.js'
import { createServices } from './services.js'

// Less than the ten seconds after which Docker kills a process.
const SHUTDOWN_SECONDS = 8

const config = exitOnConfigError(readConfig)
const log = await startLog('gateway', config)

try {
  await startProcess(config, log)
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

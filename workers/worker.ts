import { createDomainSetup } from '../commands/sending/domains/setup.js'
import { createSenderIdentities } from '../activities/providers/sender-identities.js'
import { withSharedSemaphore } from '../commands/base/installation/shared-semaphore.js'
import { createWebhookClient } from '../activities/webhook/webhook-client.js'
import { createFactRecorder } from '../activities/delivery/fact-recorder.js'
import { refreshInstallationTotals } from '../commands/base/installation/refresh-totals.js'
import { createBilling } from '../activities/providers/billing.js'
import { createUploadStore } from '../activities/providers/upload-store.js'
import { gridFsStore } from '../commands/sending/uploads/grid-fs-store.js'
import { platformSettings } from '../commands/sending/platform-mail/platform.js'
import { judgeSettings } from '../commands/lifecycle/projects/judge-project.js'
import { exitOnConfigError, readConfig } from '../runtime/config.js'
import { loggableError } from '../runtime/loggable-error.js'
import { relayLogs, withStartsLogged } from '../outbox/relay-log.js'
import { disconnectMongodb } from '../runtime/mongodb/connection.js'
import { findUnreachable } from '../runtime/readiness.js'
import { serveMetrics } from '../runtime/metrics/serve-metrics.js'
import { startProcess } from '../commands/lifecycle/processes/start-process.js'
import { shareNumber } from '../runtime/threads/shared-number.js'
import { stopOnSignal } from '../runtime/shutdown.js'
import { startLog } from '../runtime/start-log.js'
import { stopTracing } from '../runtime/tracing/tracing.js'
import { Relay } from '../outbox/relay.js'
import { keepSchedules } from '../outbox/schedules.js'
import { watchStops } from '../outbox/reconcile/watch-stops.js'
import { Poller } from '../outbox/poller.js'
import { createTemporal } from '../outbox/temporal.js'
import { temporalServer } from '../outbox/temporal-server.js'
import { queuesOf } from '../workflows/contracts.js'
import { CampaignThreads } from './campaign-threads/campaign-threads.js'
import { threadsOf, unsharedConnections } from './campaign-threads/divide.js'
import { shareConnections } from './connections/share-connections.js'
import { deliverySetUp } from './delivery-set-up.js'
import { findSigningKey } from '../commands/sending/domains/find-signing-key.js'
import { createProvider } from './provider.js'
import { queueOptions } from './registry.js'
import { installRuntime } from './install-runtime.js'
import { runWorkers } from './run-workers.js'
import { keepSendRate } from './send-rate.js'
import { shutdownTimes } from './shutdown-times.js'

const config = exitOnConfigError(readConfig)
const log = await startLog('worker', config)
const shutdown = exitOnConfigError(() => shutdownTimes(config))
const provider = exitOnConfigError(() =>
  createProvider(config, log, { findSigningKey: (owner) => findSigningKey(owner, config.ENCRYPTION_KEY) }),
)
const sdkMetrics = await installRuntime(log, { hasMetrics: config.METRICS_PORT !== undefined })
await startProcess(config, log)

const temporal = createTemporal(temporalServer(config))
const logs = relayLogs(log)
const relay = new Relay({ temporal: withStartsLogged(temporal, log), ...logs, judge: judgeSettings(config) })
const poller = new Poller(relay, logs.onFailure)
const stops = watchStops({ temporal }, (error) =>
  log.warn({ error: loggableError(error) }, 'work stopped in Temporal is not known yet'),
)
const webhooks = createWebhookClient({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE })
const threads = threadsOf(config)
const connections = shareConnections(config, { provider, threads, log })
const accountRate = keepSendRate(config, provider, log)
const sendRate = connections?.limit(accountRate) ?? accountRate
let isStopping = false
let isWorking = false
const metrics = await serveMetrics(config, {
  process: 'worker',
  log,
  findUnreachable: async () => (isWorking ? findUnreachable(temporal) : ['Temporal']),
  beforeScrape: refreshInstallationTotals,
  further: sdkMetrics,
}).catch((error: unknown) => {
  log.fatal(`cannot start: ${loggableError(error).message}`)
  process.exit(1)
})

const ofThread = config.EMAIL_PROVIDER === 'ses' ? shareNumber(unsharedConnections(threads)).shared : undefined
const campaignThreads =
  threads === 0
    ? null
    : new CampaignThreads({
        config,
        threads,
        connections: connections?.divided.ofThread ?? ofThread,
        onUse: (isUsed) => connections?.divided.use(isUsed),
      })
const options = queueOptions({
  provider,
  sendRate,
  isStopping: () => isStopping,
  recorder: createFactRecorder(),
  onItemFailure: (schedule, ids, error) =>
    log.warn({ schedule, ...ids, error: loggableError(error) }, 'failed, the next run of the schedule tries again'),
  platform: platformSettings(config),
  uploads: createUploadStore(config, gridFsStore),
  billing: createBilling(config),
  domains: createDomainSetup(config, createSenderIdentities(config, withSharedSemaphore)),
  retention: {
    waits: config.RETENTION_DAYS_WAITS,
    events: config.RETENTION_DAYS_EVENTS,
    emails: config.RETENTION_DAYS_EMAILS,
    executions: config.RETENTION_DAYS_EXECUTIONS,
  },
  webhooks,
  retentionDays: config.EMAIL_BODY_RETENTION_DAYS,
  ...deliverySetUp(config, log),
  groupThreads: campaignThreads && {
    count: threads,
    send: campaignThreads.send,
    isUsable: () => connections?.divided.isEnoughForThreads ?? true,
  },
})
const queues = Object.fromEntries(config.WORKER_QUEUES.flatMap(queuesOf).map((queue) => [queue, options[queue]]))

await connections?.start()
const workers = await runWorkers({
  server: temporalServer(config),
  queues,
  bundle: config.WORKFLOW_BUNDLE,
  shutdownGraceMs: shutdown.graceMs,
  log,
})
const schedules = keepSchedules(temporal, Object.keys(queues), (id, error) =>
  log.warn({ schedule: id, error: loggableError(error) }, 'schedule not stored yet'),
)
isWorking = true
log.info({ queues: Object.keys(queues) }, 'worker ready')

const stop = async (): Promise<void> => {
  // This comes first, so that no email is claimed or submitted any more.
  isStopping = true
  campaignThreads?.stop()
  sendRate.stop()
  workers.stop()
  await Promise.all([workers.finished, schedules.stop(), stops.stop(), poller.stop()])
  await campaignThreads?.close()
  await relay.close()
  provider.close()
  await connections?.stop()
  webhooks.close()
  await temporal.close()
  await metrics.close()
  await disconnectMongodb()
  await stopTracing()
}
stopOnSignal(log, stop, shutdown.deadlineMs)
// A failed worker ends the process, so that its supervisor starts a new one.
workers.finished.catch((error: unknown) => {
  log.fatal({ error: loggableError(error) }, 'worker broke down')
  process.exit(1)
})

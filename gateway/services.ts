import { createDomainSetup } from '../commands/sending/domains/setup.js'
import { createSenderIdentities } from '../activities/providers/sender-identities.js'
import { withSharedSemaphore } from '../commands/base/installation/shared-semaphore.js'
import type { DomainSetup } from '../commands/sending/domains/setup.js'
import { createAddressSources, type AddressSources } from '../commands/sending/verify/address-sources.js'
import { createBilling } from '../activities/providers/billing.js'
import { createUploadStore } from '../activities/providers/upload-store.js'
import { gridFsStore } from '../commands/sending/uploads/grid-fs-store.js'
import type { BillingProvider } from '../models/domain/billing-provider.js'
import type { UploadStore } from '../models/domain/upload-store.js'
import type { Config } from '../runtime/config.js'
import { judgeSettings } from '../commands/lifecycle/projects/judge-project.js'
import { relayLogs, withStartsLogged } from '../outbox/relay-log.js'
import type { Logger } from '../runtime/logger.js'
import { Relay } from '../outbox/relay.js'
import { Poller } from '../outbox/poller.js'
import { createTemporal } from '../outbox/temporal.js'
import { temporalServer } from '../outbox/temporal-server.js'
import { watchTemporalStart } from '../outbox/watch-temporal-start.js'
import { watchDisabledProjects, type DisabledProjects } from './tracking/disabled-projects.js'
import { createEngagementRecorder, type EngagementRecorder } from './tracking/engagement-recorder.js'
import { mailReceiverOf, type MailReceiver } from './inbound/mail-receiver.js'
import { memoryBudgetOf, type ByteBudget } from './memory/byte-budget.js'
import { OpenStreams } from './streams/open-streams.js'
import { createNotificationBatcher, type NotificationBatcher } from './sns/notification-batcher.js'
import { createSnsGate, type SnsGate } from './sns/sns-gate.js'

/** Dependencies of the endpoints outside MongoDB. */
export interface GatewayServices {
  config: Config
  log: Logger
  engagement: EngagementRecorder
  domains: DomainSetup
  addresses: AddressSources
  snsGate: SnsGate
  uploads: UploadStore
  /** Null if billing is off. */
  billing: BillingProvider | null
  /** The memory of this process for the data of its clients, over all its listeners. */
  memory: ByteBudget
  streams: OpenStreams
  mail: MailReceiver
  notifications: NotificationBatcher
  disabledProjects: Pick<DisabledProjects, 'has'>
  temporal: {
    /** Whether the Temporal server answers; never throws. */
    isReachable(): Promise<boolean>
  }
}

/** The services of a running gateway. */
export interface RunningServices extends GatewayServices {
  /** Stores the accepted opens and clicks; relays the outbox entries in memory, and disconnects from Temporal. */
  close(): Promise<void>
}

/** Creates the services of a gateway process; does not wait for a connection to Temporal. */
export function createServices(config: Config, log: Logger): RunningServices {
  const temporal = createTemporal(temporalServer(config))
  const logs = relayLogs(log)
  const relay = new Relay({ temporal: withStartsLogged(temporal, log), ...logs, judge: judgeSettings(config) })
  const services = createEndpointServices(config, log, temporal)
  const poller = new Poller(relay, logs.onFailure)
  const start = watchTemporalStart(temporal, log)
  return {
    ...services,
    async close() {
      void start.stop()
      await services.close()
      await poller.stop()
      await relay.close()
      await temporal.close()
    },
  }
}

/** Creates the services without an outbox relay; `close` does not disconnect from Temporal. */
export function createEndpointServices(
  config: Config,
  log: Logger,
  temporal: GatewayServices['temporal'],
): RunningServices {
  const engagement = createEngagementRecorder({ log })
  const disabledProjects = watchDisabledProjects(log)
  const memory = memoryBudgetOf(config)
  return {
    config,
    log,
    engagement,
    addresses: createAddressSources(config),
    domains: createDomainSetup(config, createSenderIdentities(config, withSharedSemaphore)),
    snsGate: createSnsGate(config),
    uploads: createUploadStore(config, gridFsStore),
    billing: createBilling(config),
    memory,
    streams: new OpenStreams(),
    mail: mailReceiverOf(config, memory),
    notifications: createNotificationBatcher(),
    disabledProjects,
    temporal,
    async close() {
      await disabledProjects.stop()
      await engagement.close()
    },
  }
}

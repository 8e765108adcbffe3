import { gridFsStore } from '../../commands/uploads/grid-fs-store.js'
import { createDomainSetup } from '../../commands/domains/setup.js'
import { createAddressSources } from '../../commands/verify/address-sources.js'
import { mailReceiverOf } from '../../gateway/inbound/mail-receiver.js'
import { memoryBudgetOf } from '../../gateway/memory/byte-budget.js'
import type { GatewayServices } from '../../gateway/services.js'
import type { Config } from '../../runtime/config.js'
import { createLogger } from '../../runtime/logger.js'

/** Services of a gateway that needs no other server than MongoDB; `changes` replace some of them. */
export function fakeServices(config: Config, changes: Partial<GatewayServices> = {}): GatewayServices {
  const memory = changes.memory ?? memoryBudgetOf(config)
  return {
    config,
    log: createLogger('gateway', { level: 'silent', pretty: false }),
    engagement: { record: () => undefined, close: async () => undefined },
    memory,
    mail: mailReceiverOf(config, memory),
    addresses: createAddressSources(config),
    domains: createDomainSetup(config, null),
    snsGate: { admit: () => Promise.reject(new Error('no message was expected')) },
    uploads: gridFsStore,
    billing: null,
    notifications: { apply: async () => ({ isMatched: false }) },
    disabledProjects: { has: () => false },
    temporal: { isReachable: async () => true },
    ...changes,
  }
}

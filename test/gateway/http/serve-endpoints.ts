import { gridFsStore } from '../../../commands/uploads/grid-fs-store.js'
import { mailReceiverOf } from '../../../gateway/inbound/mail-receiver.js'
import { memoryBudgetOf } from '../../../gateway/memory/byte-budget.js'
import { createAddressSources } from '../../../commands/verify/address-sources.js'
import { testConfig } from '../../support/config.js'
import { createDomainSetup } from '../../../commands/domains/setup.js'
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createApp } from '../../../gateway/app.js'
import type { AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { listen, type Listening } from '../../../gateway/http/listen.js'
import type { GatewayServices } from '../../../gateway/services.js'
import { readConfig } from '../../../runtime/config.js'
import { createClient, type HttpClient } from '../../support/http-client.js'

/** A gateway with the endpoints of a test; `logs` holds every line it has written. */
export interface ServedEndpoints {
  client: HttpClient
  origin: string
  logs: Record<string, unknown>[]
  logText(): string
}

/** Serves `endpoints` on a free port for the tests of the surrounding `describe`. Needs no other server. */
export function serveEndpoints(endpoints: AnyEndpoint[], env: Record<string, string> = {}): ServedEndpoints {
  const served = {
    logs: [] as Record<string, unknown>[],
    logText: () => JSON.stringify(served.logs),
  } as ServedEndpoints
  let server: Listening | undefined

  before(async () => {
    const app = createApp(fakeServices(served.logs, env), endpoints)
    server = await listen(app.callback(), { host: '127.0.0.1', port: 0 })
    served.origin = `http://127.0.0.1:${server.port}`
    served.client = createClient(served.origin)
  })
  beforeEach(() => {
    served.logs.length = 0
  })
  after(() => server?.close())
  return served
}

function fakeServices(logs: Record<string, unknown>[], env: Record<string, string>): GatewayServices {
  return {
    config: readConfig({
      NODE_ENV: 'test',
      GATEWAY_URL: 'http://localhost',
      MONGODB_URI: 'mongodb://127.0.0.1:1/none',
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      JWT_SECRET: randomBytes(32).toString('base64'),
      OPEN_RATE_LIMIT_PER_MINUTE: '0',
      ...env,
    }),
    log: pino({ level: 'trace' }, { write: (line) => logs.push(JSON.parse(line) as Record<string, unknown>) }),
    engagement: { record: () => undefined, close: () => Promise.resolve() },
    memory: memoryBudgetOf(testConfig()),
    mail: mailReceiverOf(testConfig(), memoryBudgetOf(testConfig())),
    addresses: createAddressSources(testConfig()),
    domains: createDomainSetup(testConfig(), null),
    snsGate: { admit: () => Promise.reject(new Error('no message was expected')) },
    uploads: gridFsStore,
    billing: null,
    notifications: { apply: () => Promise.resolve({ isMatched: false }) },
    disabledProjects: { has: () => false },
    temporal: { isReachable: () => Promise.resolve(false) },
  }
}

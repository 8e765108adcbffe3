import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createApp } from '../../../gateway/app.js'
import type { AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { listen, type Listening } from '../../../gateway/http/listen.js'
import type { GatewayServices } from '../../../gateway/services.js'
import { readConfig } from '../../../runtime/config.js'
import { eventually } from '../../support/eventually.js'
import { fakeServices } from '../../support/fake-services.js'
import { createClient, type HttpClient } from '../../support/http-client.js'

/** A gateway with the endpoints of a test; `logs` holds every line it has written. */
export interface ServedEndpoints {
  client: HttpClient
  origin: string
  logs: Record<string, unknown>[]
  logText(): string
  /** The first line with this code, once it is written. */
  logged(code: string): Promise<Record<string, unknown> | undefined>
}

/** Serves `endpoints` on a free port for the tests of the surrounding `describe`. Needs no other server. */
export function serveEndpoints(endpoints: AnyEndpoint[], env: Record<string, string> = {}): ServedEndpoints {
  const served = {
    logs: [] as Record<string, unknown>[],
    logText: () => JSON.stringify(served.logs),
    logged: (code) =>
      eventually(
        async () => served.logs.find((line) => line['code'] === code),
        (line) => line !== undefined,
      ),
  } as ServedEndpoints
  let server: Listening | undefined

  before(async () => {
    const app = createApp(testServices(served.logs, env), endpoints)
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

function testServices(logs: Record<string, unknown>[], env: Record<string, string>): GatewayServices {
  const config = readConfig({
    NODE_ENV: 'test',
    GATEWAY_URL: 'http://localhost',
    MONGODB_URI: 'mongodb://127.0.0.1:1/none',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    JWT_SECRET: randomBytes(32).toString('base64'),
    OPEN_RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  })
  const write = (line: string): void => void logs.push(JSON.parse(line) as Record<string, unknown>)
  return fakeServices(config, {
    log: pino({ level: 'trace' }, { write }),
    temporal: { isReachable: () => Promise.resolve(false) },
  })
}

import { pino } from 'pino'
import type { AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { readConfig } from '../../../runtime/config.js'
import { TEST_ENV } from '../../support/config.js'
import { eventually } from '../../support/eventually.js'
import { createClient, type HttpClient } from '../../support/http-client.js'
import { serveGateway, type ServedGateway } from '../../support/serve-gateway.js'

/** A gateway with the endpoints of a test; `logs` has every line that it has written. */
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
  let gateway: ServedGateway | undefined

  before(async () => {
    const config = readConfig({ ...TEST_ENV, GATEWAY_URL: 'http://localhost', OPEN_RATE_LIMIT_PER_MINUTE: '0', ...env })
    const write = (line: string): void => void served.logs.push(JSON.parse(line) as Record<string, unknown>)
    const log = pino({ level: 'trace' }, { write })
    gateway = await serveGateway(config, { endpoints, log, isTemporalReachable: false })
    served.origin = gateway.origin
    served.client = createClient(gateway.origin)
  })
  beforeEach(() => {
    served.logs.length = 0
  })
  after(() => gateway?.close())
  return served
}

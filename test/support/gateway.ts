import { createApp } from '../../gateway/app.js'
import { listen, type Listening } from '../../gateway/http/listen.js'
import type { Intent } from '../../models/intent.js'
import type { Config } from '../../runtime/config.js'
import { createLogger } from '../../runtime/logger.js'
import { testConfig } from './config.js'
import { useDatabase } from './database.js'
import { createClient, type HttpClient } from './http-client.js'

/** A real gateway on a free port, whose dispatcher only records what it is offered. */
export interface TestGateway {
  /** A client that sends this key; none sends no `Authorization`. */
  as(key?: string): HttpClient
  /** What the requests so far set off. */
  readonly intents: Intent[]
  readonly origin: string
}

/** Gives the tests of a `describe` a gateway on an empty database. */
export function useGateway(changes: Partial<Config> = {}): TestGateway {
  const intents: Intent[] = []
  let server: Listening
  const origin = (): string => `http://127.0.0.1:${server.port}`
  useDatabase()
  before(async () => {
    const config = testConfig(changes)
    const services = {
      config,
      log: createLogger('gateway', { level: config.LOG_LEVEL, pretty: false }),
      dispatcher: { offer: (offered: Intent[]) => void intents.push(...offered), close: async () => undefined },
      temporal: { isReachable: async () => true },
    }
    server = await listen(createApp(services).callback(), { host: '127.0.0.1', port: 0 })
  })
  beforeEach(() => void intents.splice(0))
  after(() => server.close())
  return {
    as: (key) => (key === undefined ? createClient(origin()) : createClient(origin(), key)),
    intents,
    get origin() {
      return origin()
    },
  }
}

import type { RequestListener } from 'node:http'
import { createApp } from '../../gateway/app.js'
import type { AnyEndpoint } from '../../gateway/http/endpoint.js'
import { listen } from '../../gateway/http/listen.js'
import { mailReceiverOf } from '../../gateway/inbound/mail-receiver.js'
import { createEndpointServices, type GatewayServices } from '../../gateway/services.js'
import type { ReadingThreads } from '../../mail/inbound/threads/read-in-thread.js'
import type { Config } from '../../runtime/config.js'
import { createLogger, type Logger } from '../../runtime/logger.js'

/** A gateway without an outbox relay, on a free port of this process. */
export interface ServedGateway {
  services: GatewayServices
  handler: RequestListener
  port: number
  origin: string
  close(): Promise<void>
}

/** What a gateway of a test has of its own: all endpoints are served and mail is read as in production unless given. */
export interface ServedWith {
  endpoints?: readonly AnyEndpoint[]
  log?: Logger
  threads?: ReadingThreads | undefined
  isTemporalReachable?: boolean
}

/** Serves a gateway with the services of production. It needs no other server than MongoDB. */
export async function serveGateway(config: Config, given: ServedWith = {}): Promise<ServedGateway> {
  const { endpoints, threads, isTemporalReachable = true } = given
  const log = given.log ?? createLogger('gateway', { level: config.LOG_LEVEL, pretty: false })
  const running = createEndpointServices(config, log, { isReachable: async () => isTemporalReachable })
  const services = threads ? { ...running, mail: mailReceiverOf(config, running.memory, threads) } : running
  const handler = createApp(services, endpoints).callback()
  const server = await listen(handler, { host: '127.0.0.1', port: 0 })
  return {
    services,
    handler,
    port: server.port,
    origin: `http://127.0.0.1:${server.port}`,
    async close() {
      await server.close()
      await running.close()
    },
  }
}

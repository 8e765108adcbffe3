import { createServer, type ServerResponse } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { limitConnections } from '../connection-limit.js'
import { loggableError } from '../loggable-error.js'
import type { Logger } from '../logger.js'
import { setBuildInfo } from './build-info.js'
import { registry } from './registry.js'

const MAX_OF_CLIENT = 50
const MAX_HEADERS_COUNT = 100
const CONNECTION_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
}

/** The sources of what a process tells about itself. */
export interface MetricsSources {
  /** The kind of process: gateway or worker. */
  process: string
  log: Logger
  /** Finds the servers that the process needs and cannot reach. */
  findUnreachable: () => Promise<readonly string[]>
  /** Sets the metrics that are computed only for a scrape. */
  beforeScrape: () => Promise<void>
  /** Metrics of another registry in the same format, such as those of Temporal's SDK. */
  further?: (() => Promise<string>) | undefined
}

/** A listening metrics server; `port` is null if METRICS_PORT is not set. */
export interface MetricsServer {
  port: number | null
  close(): Promise<void>
}

/**
 * Serves `/metrics` in Prometheus' text format, `/health` while the process lives and `/ready` while it reaches the
 * servers that it needs. The server has an address of its own, because metrics are not for the public. Without
 * METRICS_PORT there is no server. Rejects with a message that names the setting if it cannot listen.
 */
export async function serveMetrics(
  { METRICS_PORT, METRICS_HOST }: { METRICS_PORT?: number | undefined; METRICS_HOST: string },
  sources: MetricsSources,
): Promise<MetricsServer> {
  if (METRICS_PORT === undefined) return { port: null, close: async () => undefined }
  setBuildInfo(sources.process)
  collectDefaultsOnce()
  const server = createServer(CONNECTION_LIMITS, (req, res) => {
    answer(req.method ?? '', req.url ?? '', res, sources).catch((error: unknown) => {
      sources.log.warn({ error: loggableError(error) }, 'metrics not answered')
      if (!res.headersSent) res.writeHead(500)
      res.end()
    })
  })
  server.maxHeadersCount = MAX_HEADERS_COUNT
  limitConnections(server, { most: MAX_OF_CLIENT, clientOf: ({ remoteAddress = '' }) => remoteAddress })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(METRICS_PORT, METRICS_HOST, error)))
    server.listen(METRICS_PORT, METRICS_HOST, resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : METRICS_PORT
  sources.log.info({ host: METRICS_HOST, metricsPort: port }, 'metrics listening')
  return {
    port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(method: string, url: string, res: ServerResponse, sources: MetricsSources): Promise<void> {
  const [path] = url.split('?')
  // No path here takes a body. Closing the connection spares reading one.
  if (method !== 'GET' && method !== 'HEAD') return end(res.setHeader('Connection', 'close'), 405, 'Only GET')
  if (path === '/health') return end(res, 200, 'alive')
  if (path === '/ready') {
    const unreachable = await sources.findUnreachable()
    return unreachable.length === 0
      ? end(res, 200, 'ready')
      : end(res, 503, `${unreachable.join(' and ')} cannot be reached`)
  }
  if (path !== '/metrics') return end(res, 404, 'There are /metrics, /health and /ready')
  end(res, 200, await scrape(sources), registry.contentType)
}

const scrapes = new WeakMap<MetricsSources, Promise<string>>()

/** The metrics; concurrent requests share one scrape. */
function scrape(sources: MetricsSources): Promise<string> {
  const current = scrapes.get(sources)
  if (current) return current
  const gathered = gather(sources).finally(() => scrapes.delete(sources))
  scrapes.set(sources, gathered)
  return gathered
}

async function gather({ further, beforeScrape }: MetricsSources): Promise<string> {
  // Both have a time limit that is shorter than the ten seconds for which Prometheus waits.
  const [others] = await Promise.all([further?.() ?? '', beforeScrape()])
  return `${await registry.metrics()}${others}`
}

function cannotListen(port: number, host: string, error: NodeJS.ErrnoException): Error {
  const reason =
    error.code === 'EADDRINUSE'
      ? 'another process has this port; set METRICS_PORT to a free one, or end that process'
      : error.message
  return new Error(`METRICS_PORT ${port} on ${host}: ${reason}`)
}

function end(res: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(`${text}\n`)
}

let collectsDefaults = false

function collectDefaultsOnce(): void {
  if (collectsDefaults) return
  collectsDefaults = true
  collectDefaultMetrics({ register: registry })
}

import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from './listen.js'

/** A span as a collector takes it. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  /** The name of the process. */
  service: string
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
}

/** A collector that keeps what it was sent. */
export interface Collector {
  endpoint: string
  spans: Span[]
  /** The headers of the last request. */
  headers: Record<string, unknown>
  /** Everything that it was sent, as text. */
  text(): string
  /** Stops the collector. The next tests of its `describe` have none. */
  close(): void
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

// The JSON of OTLP (opentelemetry.io/docs/specs/otlp).
interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<Span, 'attributes' | 'service'> & { attributes: Attribute[] })[] }[]
  }[]
}

/** Gives each test of a `describe` a collector of traces by OTLP over HTTP. */
export function useCollector(): () => Collector {
  let collector: Collector
  let endpoint: string
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Sent
    sent.push(body)
    collector.headers = request.headers
    collector.spans.push(...spansIn(body))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  before(async () => {
    endpoint = `http://127.0.0.1:${await listen(server)}`
  })
  beforeEach(() => {
    sent.length = 0
    collector = { endpoint, spans: [], headers: {}, text: () => JSON.stringify(sent), close }
  })
  after(close)
  return () => collector
}

function spansIn({ resourceSpans }: Sent): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, links: span.links ?? [], attributes: valuesOf(span.attributes) })),
    )
  })
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

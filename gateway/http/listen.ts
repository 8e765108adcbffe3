import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limitConnections } from '../../runtime/connection-limit.js'
import { clientNetwork } from './request/client-address.js'
import { hostFault } from './request/host-fault.js'
import { limitRequestTime } from './request/request-time.js'
import { refuseConnection, refuseRequest } from './response/refuse-connection.js'

const IDLE_CHECK_MS = 50
const MAX_HEADERS_BYTES = 16 * 1024
const MAX_HEADERS_COUNT = 200
const MAX_HEADERS_MS = 10_000
// The time of the slowest answer, for which MongoDB uses up its time limit.
const ANSWER_MS = 35_000

/** The limits on connections. */
export interface ConnectionLimits {
  /** From the headers of a request to its last byte, unless `extendRequestTime` gives it more. */
  requestTimeoutMs: number
  /** From one request to the next. Longer than in common load balancers, so that the balancer closes first. */
  keepAliveMs: number
  /** From the call of `close` until unfinished requests are cut off. */
  drainMs: number
  /** The connections that one client network may have at a time; 0 for any number, as behind a proxy. */
  perNetwork: number
}

const LIMITS: ConnectionLimits = { requestTimeoutMs: 60_000, keepAliveMs: 65_000, drainMs: 5_000, perNetwork: 0 }

/** A listening server. */
export interface Listening {
  port: number
  /** Stops accepting connections; resolves when all requests are answered, or cut off after `drainMs`. */
  close(): Promise<void>
}

/** Starts an HTTP server; port 0 takes any free one. Rejects when the port is taken. */
export async function listen(
  handler: RequestListener,
  address: { host: string; port: number },
  limits: Partial<ConnectionLimits> = {},
): Promise<Listening> {
  const { drainMs, perNetwork, ...times } = { ...LIMITS, ...limits }
  const server = makeServer(times)
  limitConnections(server, { most: perNetwork, clientOf: ({ remoteAddress = '' }) => clientNetwork(remoteAddress) })
  let isClosing = false
  const answers = new WeakMap<Duplex, ServerResponse>()
  const silent = new Set<Duplex>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', (req, res) => {
    silent.delete(req.socket)
    answers.set(req.socket, res)
    limitRequestTime(req, times.requestTimeoutMs, () => server.emit('clientError', lateRequest(), req.socket))
    if (isClosing) res.shouldKeepAlive = false
    const fault = hostFault(req)
    if (fault === null) handler(req, res)
    else refuseRequest(res, fault)
  })
  server.on('clientError', (error, socket) => refuseConnection(error, socket, answers.get(socket)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    close() {
      isClosing = true
      const drained = drain(server, drainMs)
      // Node counts a connection that has sent no request yet as busy.
      for (const socket of silent) socket.destroy()
      return drained
    },
  }
}

function makeServer({
  requestTimeoutMs,
  keepAliveMs,
}: Pick<ConnectionLimits, 'requestTimeoutMs' | 'keepAliveMs'>): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADERS_BYTES,
    // `hostFault` finds such a request, which is refused with a body.
    requireHostHeader: false,
    headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeoutMs),
    // Node has one time for all requests. `limitRequestTime` lets a large file have more.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs / 4),
  })
  server.maxHeadersCount = MAX_HEADERS_COUNT
  // Without traffic for so long, the client does not read its answer, or has vanished without closing.
  server.timeout = requestTimeoutMs + ANSWER_MS
  return server
}

/** The error that Node reports for a request that does not arrive in time. */
function lateRequest(): Error {
  return Object.assign(new Error('The request timed out'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}

async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A kept-alive connection becomes idle only after its last answer, and would keep the server open.
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idleCheck)
  clearTimeout(cut)
}

import { Agent as HttpAgent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Hop } from './hop.js'

/** The connections that requests share: each is kept for the next request to the same host. */
export interface Transport {
  /** Connects, calls `mayLeave`, which throws to prevent the request, and only then writes the request. */
  send(hop: Hop, options: SendOptions): Promise<IncomingMessage>
  close(): void
}

export interface SendOptions {
  headers: Record<string, string>
  lookup: LookupFunction
  signal: AbortSignal
  mayLeave: () => Promise<void>
}

// Shorter than the idle limit of servers, so that a request rarely meets a connection that is being closed.
const KEEP = { keepAlive: true, timeout: 4_000, maxFreeSockets: 8 }

/** Creates a transport. `ca`: certificates to trust instead of the system's. */
export function createTransport(ca?: string): Transport {
  const agents = { http: new HttpAgent(KEEP), https: new HttpsAgent(KEEP) }
  return {
    send(hop, { mayLeave, ...options }) {
      const isSecure = hop.url.protocol === 'https:'
      const agent = isSecure ? agents.https : agents.http
      return exchange(hop, { ...options, method: hop.method, agent, ...(isSecure && ca ? { ca } : {}) }, mayLeave)
    },
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Sends one request, and resolves with the head of its answer. */
function exchange(hop: Hop, options: RequestOptions, mayLeave: () => Promise<void>): Promise<IncomingMessage> {
  const start = hop.url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const request = start(hop.url, options, (response) => {
      isAnswered = true
      resolve(response)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The host closed a kept connection at this moment. The request is repeated: the host recognises a request that
      // it has read by the idempotency key.
      const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (isStale && !isAnswered) resolve(exchange(hop, { ...options, agent: false }, mayLeave))
      else reject(error)
    })
    // A request whose answer switches protocols closes without an error.
    request.on('close', () => reject(Object.assign(new Error('Closed without a response'), { code: 'ECONNRESET' })))
    // Node writes nothing of a request before `end`.
    request.on('socket', (socket) => {
      whenConnected(socket, () => {
        mayLeave().then(
          () => request.end(hop.body ?? undefined),
          (error: Error) => request.destroy(error),
        )
      })
    })
  })
}

function whenConnected(socket: Socket, proceed: () => void): void {
  if (socket.connecting) socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', proceed)
  else proceed()
}

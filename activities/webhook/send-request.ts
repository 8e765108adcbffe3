import { Agent as HttpAgent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Hop } from './hop.js'

/** What requests share: connections that are kept for the next one to the same host. */
export interface Transport {
  /** Connects, asks `mayLeave`, which throws to prevent it, and only then writes the request. */
  send(hop: Hop, options: SendOptions): Promise<IncomingMessage>
  close(): void
}

export interface SendOptions {
  headers: Record<string, string>
  lookup: LookupFunction
  signal: AbortSignal
  mayLeave: () => Promise<void>
}

// Shorter than what servers wait, so that hardly ever a request meets a connection that is being closed.
const KEEP = { keepAlive: true, timeout: 4_000, maxFreeSockets: 8 }

/** `ca`: certificates to trust instead of the system's. */
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

/** Resolves with the head of the answer. */
function exchange(hop: Hop, options: RequestOptions, mayLeave: () => Promise<void>): Promise<IncomingMessage> {
  const start = hop.url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const request = start(hop.url, options, (response) => {
      isAnswered = true
      resolve(response)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The host closed a kept connection in this very moment. What it may have read of the request it can tell by
      // the idempotency key.
      const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (isStale && !isAnswered) resolve(exchange(hop, { ...options, agent: false }, mayLeave))
      else reject(error)
    })
    // An answer that switches protocols ends here without an error.
    request.on('close', () => reject(Object.assign(new Error('Closed without an answer'), { code: 'ECONNRESET' })))
    // Until its end is known nothing of a request is written.
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

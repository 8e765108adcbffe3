import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendJson } from './respond.js'

const CLOSE_DEADLINE_MS = 1_000

const startingUp: RequestListener = (_req, res) =>
  sendJson(res, 503, { error: { code: 'SERVICE_UNAVAILABLE', message: 'Starting' } }, { 'retry-after': '1' })

/** A server that listens, and where. */
export interface OpenServer {
  server: Server
  origin: string
}

/** Opens a server on `host`; port 0 takes any free one. It answers 503 until `serve` is called. */
export async function openHttpServer(host: string, port: number): Promise<OpenServer> {
  const server = createServer({ noDelay: true, keepAliveTimeout: 75_000, requestTimeout: 120_000 }, startingUp)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return { server, origin: `http://127.0.0.1:${portOf(server.address())}` }
}

/** Replaces the 503 answers by the listener. */
export function serve(server: Server, listener: RequestListener): void {
  server.off('request', startingUp)
  server.on('request', listener)
}

/** Stops accepting requests, gives those under way a second to end, then closes their connections. */
export async function closeHttpServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_DEADLINE_MS)
  await closed
  clearTimeout(timer)
}

/** The port of a listening server's address. */
export function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

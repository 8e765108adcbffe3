import { createServer, type RequestListener } from 'node:http'

const IDLE_CHECK_MS = 50

/** A server that takes requests. */
export interface Listening {
  port: number
  /** Stops taking connections and resolves when the requests under way are answered. */
  close(): Promise<void>
}

/** Starts an HTTP server; port 0 takes any free one. Rejects when the port is taken. */
export async function listen(handler: RequestListener, address: { host: string; port: number }): Promise<Listening> {
  const server = createServer(handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A kept-alive connection turns idle only after its last answer, and would hold the server open.
      const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      await closed
      clearInterval(idleCheck)
    },
  }
}

import { once } from 'node:events'
import { createServer } from 'node:net'

// The system gives ports above 32,768 to those that ask for any.
const FIRST_PORT = 20_000

/** A port that nothing listens on, and that the system gives to no other server meanwhile. */
export async function freePort(): Promise<number> {
  for (let port = FIRST_PORT + (process.pid % 10_000); ; port += 1) {
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}

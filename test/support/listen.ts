import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Lets a server of a test listen on a free port of this machine; resolves with the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(0, host), 'listening')
  return (server.address() as AddressInfo).port
}

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy that stands for the distance to a server. */
export interface DelayingProxy {
  port: number
  end(): void
}

/** Passes connections on to a port of this machine. All bytes arrive half of `roundTripMs` later, both ways. */
export async function startDelayingProxy(port: number, roundTripMs: number): Promise<DelayingProxy> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const relay = connect({ port, host: '127.0.0.1', noDelay: true })
    for (const socket of [client, relay]) {
      sockets.add(socket)
      // The other side learns of it by the end of its own socket.
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    passOn(client, relay, roundTripMs / 2)
    passOn(relay, client, roundTripMs / 2)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    end() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

// Timers of the same length end in the order in which they began.
function passOn(from: Socket, to: Socket, delayMs: number): void {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), delayMs))
  from.on('close', () => setTimeout(() => to.end(), delayMs))
}

import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../support/listen.js'

/** The one public address before gateways that come and go: each connection goes to one that serves. */
export class Balancer {
  /** The origins of the gateways that serve. */
  serving: readonly string[] = []
  #next = 0
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((client) => this.#pass(client))

  /** Resolves with the origin. */
  async open(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #pass(client: Socket): void {
    this.#next += 1
    const origin = this.serving[this.#next % this.serving.length]
    if (origin === undefined) return void client.destroy()
    const gateway = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) })
    for (const [one, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}

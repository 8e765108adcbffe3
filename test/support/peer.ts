import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { arrives } from './eventually.js'

/** A client that sends bytes as they stand. */
export class Peer {
  text = ''
  readonly opened: Promise<unknown>
  /** Resolves at the end of the connection, however it ends: a server that closes it before it read all resets it. */
  readonly closed: Promise<unknown>
  isClosed = false
  readonly #socket: Socket

  /** Comes from `address`, one of this machine: each 127.0.0.n is a network of its own. */
  constructor({ port }: { port: number }, address = '127.0.0.1') {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress: address })
    this.#socket.on('error', () => undefined)
    this.#socket.on('data', (data) => (this.text += data.toString()))
    this.opened = once(this.#socket, 'connect')
    this.closed = new Promise((resolve) => this.#socket.once('close', resolve)).then(() => (this.isClosed = true))
  }

  send(text: string | Buffer): void {
    if (this.#socket.writable) this.#socket.write(text)
  }

  /** Leaves without a word. */
  leave(): void {
    this.#socket.destroy()
  }

  /** Resolves when this text has come; rejects when the connection has ended without it. */
  async until(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      if (this.isClosed) throw new Error(`The connection ended without "${text}", after "${this.text}"`)
      await arrives(this.data(), `"${text}", after "${this.text}"`)
    }
  }

  /** Resolves when something more has come, or when the connection has ended. */
  protected async data(): Promise<void> {
    await Promise.race([new Promise((resolve) => this.#socket.once('data', resolve)), this.closed])
  }
}

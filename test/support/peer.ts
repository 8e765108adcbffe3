import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that sends bytes as they stand. */
export class Peer {
  text = ''
  readonly opened: Promise<unknown>
  readonly closed: Promise<unknown>
  readonly #socket: Socket

  constructor({ port }: { port: number }) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('error', () => undefined)
    this.#socket.on('data', (data) => (this.text += data.toString()))
    this.opened = once(this.#socket, 'connect')
    this.closed = once(this.#socket, 'close')
  }

  send(text: string): void {
    if (this.#socket.writable) this.#socket.write(text)
  }

  /** Leaves without a word. */
  leave(): void {
    this.#socket.destroy()
  }

  async until(text: string): Promise<void> {
    while (!this.text.includes(text)) await once(this.#socket, 'data')
  }
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A mail server, as a test plays it: sends lines, and reads replies. Its address is that of its network. */
export class MailPeer {
  readonly closed: Promise<unknown>
  readonly #socket: Socket
  #text = ''
  #isClosed = false

  constructor(port: number, address = '127.0.0.1') {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress: address })
    this.#socket.on('error', () => undefined)
    this.#socket.on('data', (data: Buffer) => (this.#text += data.toString()))
    this.closed = once(this.#socket, 'close').then(() => (this.#isClosed = true))
  }

  /** Everything that was received and not yet returned as a reply. */
  get unread(): string {
    return this.#text
  }

  /** The next reply, without its end of line; empty when the connection has ended without one. */
  async reply(): Promise<string> {
    for (;;) {
      const end = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(this.#text)
      if (end) {
        this.#text = this.#text.slice(end[0].length)
        return end[0].trimEnd()
      }
      if (this.#isClosed) return ''
      await Promise.race([once(this.#socket, 'data'), this.closed])
    }
  }

  /** Sends a line; resolves with the reply. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  /** Greets, and goes as far as a message needs; resolves with the reply to DATA, or with the first refusal. */
  async begin(to: string, from = 'ada@sender.example'): Promise<string> {
    let reply = await this.reply()
    for (const line of ['EHLO mx.sender.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
      if (!/^[23]/.test(reply)) return reply
      reply = await this.say(line)
    }
    return reply
  }

  write(text: string | Buffer): void {
    if (this.#socket.writable) this.#socket.write(text)
  }

  leave(): void {
    this.#socket.destroy()
  }
}

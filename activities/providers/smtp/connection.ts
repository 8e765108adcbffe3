import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { isLeaving, type Reply } from './reply.js'
import { ReplyParser } from './reply-parser.js'
import { SmtpError } from './smtp-errors.js'
import type { SmtpServer } from './smtp-server.js'

/** A connection that has sent QUIT is closed within this time, whatever its server does. */
export const QUIT_WITHIN_MS = 5_000
// Larger content goes in pieces, so that its end is written only after the connection has taken the rest.
const PIECE_BYTES = 256 << 10

// The error codes of an established connection that breaks; it may also end without an error.
const LOST = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])

/** The replies to commands that are written together. */
interface ExpectedReplies {
  missing: number
  received: Reply[]
  onAll: () => void
}

/** A connection to a mail server: commands go out, and the reply to each comes back in their order. */
export class Connection {
  readonly #server: SmtpServer
  #socket: Socket
  #isEncrypted: boolean
  readonly #parser = new ReplyParser()
  readonly #expected: ExpectedReplies[] = []
  #failure: SmtpError | null = null
  #isQuitting = false
  #onFailure: (failure: SmtpError) => void = () => undefined

  /** Begins to connect. `onClose` is called once the connection is gone. */
  constructor(server: SmtpServer, onClose: (connection: Connection) => void = () => undefined) {
    const { host, port, isImplicitTls } = server
    this.#server = server
    this.#isEncrypted = isImplicitTls
    this.#socket = isImplicitTls ? connectTls({ port, ...tlsOptions(server) }) : connectPlain({ host, port })
    this.#socket.setNoDelay(true)
    this.#socket.once('close', () => onClose(this))
    this.#listen()
  }

  get isEncrypted(): boolean {
    return this.#isEncrypted
  }

  get failure(): SmtpError | null {
    return this.#failure
  }

  /** Whether it has sent QUIT: the server may count it until it is closed. */
  get isQuitting(): boolean {
    return this.#isQuitting
  }

  /** Sets the listener for a failure, in place of the one before; calls it at once after a failure. */
  onFailure(listener: (failure: SmtpError) => void): void {
    this.#onFailure = listener
    if (this.#failure) listener(this.#failure)
  }

  /** Collects the next `count` replies after those that are expected already, and calls `onAll` after the last. */
  expect(count: number, received: Reply[], onAll: () => void): void {
    this.#expected.push({ missing: count, received, onAll })
  }

  /** The next reply. Rejects with SmtpError when the connection fails before. */
  reply(): Promise<Reply> {
    const received: Reply[] = []
    return new Promise((resolve, reject) => {
      this.expect(1, received, () => resolve(received[0]!))
      this.onFailure(reject)
    })
  }

  /** Sends a command and waits for its reply. */
  ask(command: string): Promise<Reply> {
    const reply = this.reply()
    this.write(`${command}\r\n`)
    return reply
  }

  write(text: string): void {
    if (!this.#failure) this.#socket.write(text, 'utf8')
  }

  /** Writes content, and then the text that `end` returns; calls `end` when all but the last piece is written. */
  writeContent(content: Buffer, end: () => string): void {
    if (this.#failure) return
    const socket = this.#socket
    if (content.length > PIECE_BYTES) {
      socket.write(content.subarray(0, PIECE_BYTES), (error) => {
        if (!error) this.writeContent(content.subarray(PIECE_BYTES), end)
      })
      return
    }
    // Corked, both go out in one system call.
    socket.cork()
    socket.write(content)
    socket.write(end(), 'utf8')
    socket.uncork()
  }

  /** Encrypts the connection after the server has agreed to (RFC 3207). */
  async encrypt(): Promise<void> {
    // An attacker may have added unencrypted text behind the server's consent (CVE-2011-0411).
    if (!this.#parser.isBetweenReplies) this.fail(new SmtpError('ETLS', 'The server sent text before the encryption'))
    await new Promise<void>((resolve, reject) => {
      this.onFailure(reject)
      if (this.#failure) return
      const plain = this.#socket
      plain.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error')
      plain.on('error', (error) => this.#break(error))
      this.#socket = connectTls({ socket: plain, ...tlsOptions(this.#server) }, resolve)
      this.#listen()
    })
    this.#isEncrypted = true
  }

  /** Sends QUIT and ends the connection. From here on only `onClose` is called. */
  quit(): void {
    if (this.#failure) return
    this.#isQuitting = true
    this.#failure = new SmtpError('ECONNECTION', 'The connection was ended')
    const socket = this.#socket
    socket.end('QUIT\r\n').unref()
    setTimeout(() => socket.destroy(), QUIT_WITHIN_MS).unref()
  }

  /** Ends the connection at once, and calls the listener, unless the connection has failed or quit before. */
  fail(failure: SmtpError): void {
    this.#socket.destroy()
    if (this.#failure) return
    this.#failure = failure
    this.#onFailure(failure)
  }

  #listen(): void {
    const socket = this.#socket
    socket
      .on('data', (piece) => this.#read(piece))
      .once('end', () => this.#break())
      .once('close', () => this.#break())
      .on('error', (error) => this.#break(error))
  }

  #read(piece: Buffer): void {
    if (this.#failure) return
    try {
      this.#parser.read(piece.toString('latin1'), this.#take)
    } catch (error) {
      this.fail(error instanceof SmtpError ? error : new SmtpError('EPROTOCOL', 'Failed to read', { cause: error }))
    }
  }

  readonly #take = (reply: Reply): void => {
    if (this.#failure) return
    const expected = this.#expected[0]
    expected?.received.push(reply)
    if (isLeaving(reply)) this.fail(new SmtpError('ECONNECTION', 'The server ends the connection', { reply }))
    else if (!expected) this.fail(new SmtpError('EPROTOCOL', 'The server sent a reply without a command', { reply }))
    else {
      expected.missing -= 1
      if (expected.missing > 0) return
      this.#expected.shift()
      expected.onAll()
    }
  }

  #break(error?: NodeJS.ErrnoException): void {
    const code = error?.code
    const isLost = code === undefined || LOST.has(code)
    this.fail(new SmtpError(isLost ? 'ECONNECTION' : code, 'The connection broke', { cause: error }))
  }
}

function tlsOptions({ host, ca }: SmtpServer): ConnectionOptions {
  return {
    host,
    // A certificate for an address is checked by the host alone: the server name cannot be one (RFC 6066, 3).
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
  }
}

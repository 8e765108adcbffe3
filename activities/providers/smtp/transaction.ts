import type { Envelope } from './envelope.js'
import type { Reply } from './reply.js'
import { SmtpError } from './smtp-errors.js'

/** One message on its way to a server, and its outcome. */
export class Transaction {
  readonly envelope: Envelope
  readonly content: Buffer
  /** The server's answer to the message. Rejects with SmtpError. */
  readonly accepted: Promise<Reply>
  /** Whether the end of the message was written: before that, no server can have accepted it. */
  mayHaveLeft = false
  /** Whether a new connection carries the message because a kept connection broke. */
  isMoved = false
  isEnded = false
  /** Called when the time is over; set by the pool or the session that holds the message. */
  onTimeout: (transaction: Transaction) => void = () => undefined
  readonly #timer: NodeJS.Timeout
  #resolve!: (reply: Reply) => void
  #reject!: (error: SmtpError) => void

  constructor(envelope: Envelope, content: Buffer, timeoutMs: number) {
    this.envelope = envelope
    this.content = content
    this.accepted = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#timer = setTimeout(() => {
      this.fail(new SmtpError('ETIMEDOUT', 'No answer in time'))
      this.onTimeout(this)
    }, timeoutMs)
  }

  succeed(reply: Reply): void {
    this.#end()
    this.#resolve(reply)
  }

  fail(error: SmtpError): void {
    this.#end()
    this.#reject(error)
  }

  #end(): void {
    this.isEnded = true
    clearTimeout(this.#timer)
  }
}

import { Connection } from './connection.js'
import { openSession } from './open-session.js'
import type { Reply } from './reply.js'
import { Session, type KeepLimits, type SessionOwner } from './session.js'
import { SmtpError } from './smtp-errors.js'
import type { SmtpServer } from './smtp-server.js'
import type { Transaction } from './transaction.js'

export interface PoolOptions {
  server: SmtpServer
  maxConnections: number
  /** Time limit from connecting to the end of the login. */
  openWithinMs: number
  keep: KeepLimits
}

/**
 * Sends messages in the order of their calls over connections that are kept for the next ones. Each waiting message may
 * open a connection, and goes over the first that is free.
 */
export class Pool implements SessionOwner {
  readonly #options: PoolOptions
  readonly #waiting: Transaction[] = []
  readonly #sessions = new Set<Session>()
  readonly #idle: Session[] = []
  /** The messages for which a connection is being opened. */
  readonly #opening = new Set<Transaction>()
  /** All connections that are not closed, including those being opened and those that have sent QUIT. */
  readonly #connections = new Set<Connection>()
  #quittingCount = 0
  /** The callers that wait for a lowered limit. */
  readonly #onClosed: (() => void)[] = []
  #maxConnections: number
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#maxConnections = options.maxConnections
  }

  /**
   * Keeps at most `maxConnections` from now on; a connection in use beyond that ends after its message. Resolves once
   * no more are open than the limit of that moment.
   */
  async limit(maxConnections: number): Promise<void> {
    this.#maxConnections = maxConnections
    while (this.#isOverLimit && this.#idle.length > 0) this.#idle[0]!.quit()
    this.#advance()
    while (this.#connections.size > this.#maxConnections) {
      await new Promise<void>((resolve) => this.#onClosed.push(resolve))
    }
  }

  /** Sends a message. Rejects with SmtpError. */
  send(transaction: Transaction): Promise<Reply> {
    if (this.#isClosed) transaction.fail(closed())
    else {
      transaction.onTimeout = (late) => this.#forget(late)
      this.#waiting.push(transaction)
      this.#advance()
    }
    return transaction.accepted
  }

  /** Ends all connections at once, and every message with them. */
  close(): void {
    this.#isClosed = true
    for (const transaction of this.#waiting.splice(0)) transaction.fail(closed())
    for (const connection of this.#connections) connection.fail(closed())
  }

  next(): Transaction | undefined {
    return this.#isOverLimit ? undefined : this.#waiting.shift()
  }

  onIdle(session: Session): void {
    if (this.#isOverLimit) session.quit()
    else this.#idle.push(session)
  }

  onOver(session: Session, unsent: Transaction | null): void {
    this.#sessions.delete(session)
    if (session.isQuitting) this.#quittingCount += 1
    const at = this.#idle.indexOf(session)
    if (at >= 0) this.#idle.splice(at, 1)
    if (unsent) this.#move(unsent)
    this.#advance()
  }

  get #isOverLimit(): boolean {
    return this.#sessions.size > this.#maxConnections
  }

  /** Whether no further connection may be opened. One that has sent QUIT counts until its server has closed it. */
  get #isFull(): boolean {
    return this.#sessions.size + this.#opening.size + this.#quittingCount >= this.#maxConnections
  }

  #advance(): void {
    if (this.#isClosed) return
    while (this.#waiting.length > 0 && this.#idle.length > 0) this.#idle.pop()!.proceed()
    while (!this.#isFull) {
      const forWaiting = [...this.#opening].filter(({ isMoved }) => !isMoved).length
      const transaction = this.#waiting.find((one) => !this.#opening.has(one))
      if (!transaction || this.#waiting.length <= forWaiting) return
      void this.#open(transaction)
    }
  }

  /** Begins a message again over a new connection, which cannot be stale. */
  #move(transaction: Transaction): void {
    transaction.isMoved = true
    transaction.onTimeout = () => undefined
    if (this.#isClosed) transaction.fail(closed())
    // Two connections for one message would both begin it.
    else if (this.#opening.has(transaction)) return
    // The limit was lowered while the kept connection carried the message.
    else if (this.#isFull) transaction.fail(new SmtpError('ECONNECTION', 'No connection is left for the message'))
    else void this.#open(transaction)
  }

  /** Opens a connection for a message. Where that fails, the message fails, unless another connection has taken it. */
  async #open(transaction: Transaction): Promise<void> {
    const { server, openWithinMs, keep } = this.#options
    this.#opening.add(transaction)
    try {
      const connection = new Connection(server, (gone) => this.#onClose(gone))
      this.#connections.add(connection)
      const offers = await openSession(connection, server, { timeoutMs: openWithinMs })
      // The server may have said something else behind its last reply.
      if (connection.failure) throw connection.failure
      const session = new Session(connection, offers, this, keep)
      this.#sessions.add(session)
      session.proceed(transaction.isMoved && !transaction.isEnded ? transaction : undefined)
    } catch (error) {
      if (this.#forget(transaction) || transaction.isMoved) {
        transaction.fail(error instanceof SmtpError ? error : new SmtpError('Error', 'No session', { cause: error }))
      }
    } finally {
      this.#opening.delete(transaction)
      this.#advance()
    }
  }

  #onClose(connection: Connection): void {
    this.#connections.delete(connection)
    for (const closed of this.#onClosed.splice(0)) closed()
    if (!connection.isQuitting) return
    this.#quittingCount -= 1
    this.#advance()
  }

  /** Removes a message from the queue; returns whether it was there. */
  #forget(transaction: Transaction): boolean {
    const at = this.#waiting.indexOf(transaction)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }
}

function closed(): SmtpError {
  return new SmtpError('ECONNECTION', 'The provider is closed')
}

import type { Connection } from './connection.js'
import { commandsOf, type EnvelopeCommands } from './envelope.js'
import type { Extensions } from './extensions.js'
import { dataOf, endOf } from './message-data.js'
import { isDone, isGoAhead, isLeaving, isRefusal, type Reply } from './reply.js'
import { SmtpError } from './smtp-errors.js'
import type { Transaction } from './transaction.js'

/** What a session asks of the pool that it belongs to. */
export interface SessionOwner {
  /** Takes the message that has waited longest. */
  next(): Transaction | undefined
  /** No message waits: the session is idle until its `proceed` is called. */
  onIdle(session: Session): void
  /** The session has ended. `unsent` is a message that it had begun and that a new connection can begin again. */
  onOver(session: Session, unsent: Transaction | null): void
}

/** How long a connection is kept. */
export interface KeepLimits {
  messages: number
  idleMs: number
}

/** A message whose commands are written, and the replies to them as far as they have come. */
interface StartedMessage {
  transaction: Transaction
  commands: EnvelopeCommands
  received: Reply[]
}

const DATA = 'DATA\r\n'

/**
 * The messages of one connection, one after the other (RFC 5321, 3.3). With PIPELINING (RFC 2920) the commands of a
 * message go in one write, and those of the next message behind the end of the one before. A connection whose state has
 * become uncertain is ended.
 */
export class Session {
  readonly #connection: Connection
  readonly #offers: Extensions
  readonly #owner: SessionOwner
  readonly #idleTimer: NodeJS.Timeout
  #messagesLeft: number
  /** The message that the next replies are about. */
  #current: StartedMessage | null = null
  /** The message whose commands went out behind the end of the current one. */
  #following: StartedMessage | null = null
  #isIdle = false
  /** Whether the connection was kept after an earlier message, so that its server may have ended it meanwhile. */
  #isKept = false

  constructor(connection: Connection, offers: Extensions, owner: SessionOwner, { messages, idleMs }: KeepLimits) {
    this.#connection = connection
    this.#offers = offers
    this.#owner = owner
    this.#messagesLeft = messages
    // The timer goes on while messages are sent: it is set again once the session is idle.
    this.#idleTimer = setTimeout(() => this.#isIdle && this.quit(), idleMs)
    connection.onFailure((failure) => this.#onFailure(failure))
  }

  /** Whether its connection has sent QUIT. */
  get isQuitting(): boolean {
    return this.#connection.isQuitting
  }

  /** Begins the given message, or the one that has waited longest. */
  proceed(first?: Transaction): void {
    this.#current = this.#take(first)
    if (this.#current) {
      this.#isIdle = false
      this.#connection.write(this.#commandsNow(this.#current))
    } else if (this.#messagesLeft === 0) this.quit()
    else {
      this.#isIdle = true
      this.#isKept = true
      this.#idleTimer.refresh()
      this.#owner.onIdle(this)
    }
  }

  /** Gives up a message whose time is over. */
  giveUp(transaction: Transaction): void {
    // The commands of a following message cannot be taken back: `#advance` ends the connection when it comes to them.
    if (this.#current?.transaction === transaction) this.#connection.fail(tooLate())
  }

  /** Quits the connection; no message may be under way. */
  quit(): void {
    clearTimeout(this.#idleTimer)
    this.#connection.quit()
    this.#owner.onOver(this, null)
  }

  /** The next message that this server takes. */
  #take(first?: Transaction): StartedMessage | null {
    if (this.#messagesLeft === 0) return null
    for (let transaction = first ?? this.#owner.next(); transaction; transaction = this.#owner.next()) {
      try {
        const commands = commandsOf(transaction.envelope, transaction.content, this.#offers)
        transaction.onTimeout = (late) => this.giveUp(late)
        this.#messagesLeft -= 1
        return { transaction, commands, received: [] }
      } catch (error) {
        transaction.fail(error instanceof SmtpError ? error : new SmtpError('Error', 'Not sent', { cause: error }))
      }
    }
    return null
  }

  /** The commands of a message that can be written now; the replies to them are expected from here on. */
  #commandsNow(started: StartedMessage): string {
    const { commands, received } = started
    if (this.#offers.pipelining) {
      this.#connection.expect(3, received, () => this.#onEnvelope(started))
      return commands.mail + commands.rcpt + DATA
    }
    this.#connection.expect(1, received, () => this.#onCommand(started))
    return commands.mail
  }

  /** Without PIPELINING each command waits for the reply to the one before. */
  #onCommand(started: StartedMessage): void {
    const { commands, received } = started
    if (received.length === 3 || !isDone(received.at(-1)!)) this.#onEnvelope(started)
    else {
      this.#connection.expect(1, received, () => this.#onCommand(started))
      this.#connection.write(received.length === 1 ? commands.rcpt : DATA)
    }
  }

  #onEnvelope({ transaction, received }: StartedMessage): void {
    const [mail, rcpt, data] = received
    const refusal = received.find(isRefusal)
    if (refusal) {
      transaction.fail(new SmtpError('EENVELOPE', 'The server refused the envelope', { reply: refusal }))
      if (!data || !isGoAhead(data)) this.#reset()
      else this.#endEmptyMessage(mail!)
    } else if (isDone(mail!) && rcpt && isDone(rcpt) && data && isGoAhead(data)) this.#writeMessage(transaction)
    else this.#connection.fail(unexpected(received.at(-1)!))
  }

  /** Writes the message, and the commands of the next one behind its end. */
  #writeMessage(transaction: Transaction): void {
    const answer: Reply[] = []
    this.#connection.expect(1, answer, () => this.#onAnswer(transaction, answer[0]!))
    const data = dataOf(transaction.content)
    this.#connection.writeContent(data, () => {
      transaction.mayHaveLeft = true
      this.#following = this.#offers.pipelining ? this.#take() : null
      return this.#following ? endOf(data) + this.#commandsNow(this.#following) : endOf(data)
    })
  }

  #onAnswer(transaction: Transaction, reply: Reply): void {
    // A server that answers before the end of a message would read the rest of the message as commands.
    const isAnswer = transaction.mayHaveLeft && (isDone(reply) || isRefusal(reply))
    if (isAnswer) {
      if (isDone(reply)) transaction.succeed(reply)
      else transaction.fail(refused(reply))
      this.#advance()
    } else this.#connection.fail(isRefusal(reply) ? refused(reply) : unexpected(reply))
  }

  /**
   * Ends a message that the server asks for although it refused the envelope (RFC 2920, 3.1). Without a recipient, the
   * empty message is delivered to no address.
   */
  #endEmptyMessage(mail: Reply): void {
    if (isDone(mail)) {
      this.#connection.expect(1, [], () => this.#advance())
      this.#connection.write('.\r\n')
    } else this.#connection.fail(unexpected(mail))
  }

  /** Makes the server forget a refused envelope. */
  #reset(): void {
    const answer: Reply[] = []
    this.#connection.expect(1, answer, () => {
      if (isDone(answer[0]!)) this.#advance()
      else this.#connection.fail(unexpected(answer[0]!))
    })
    this.#following = this.#offers.pipelining ? this.#take() : null
    this.#connection.write(this.#following ? `RSET\r\n${this.#commandsNow(this.#following)}` : 'RSET\r\n')
  }

  #advance(): void {
    const following = this.#following
    this.#isKept = true
    this.#current = following
    this.#following = null
    if (!following) this.proceed()
    else if (following.transaction.isEnded) this.#connection.fail(tooLate())
  }

  #onFailure(failure: SmtpError): void {
    clearTimeout(this.#idleTimer)
    let unsent: Transaction | null = null
    for (const started of [this.#current, this.#following]) {
      if (!started || started.transaction.isEnded) continue
      const { transaction, received } = started
      const isBeforeReply = received.every(isLeaving) && (this.#isKept || started === this.#following)
      const refusal = received.find((reply) => isRefusal(reply) && !isLeaving(reply))
      if (isBeforeReply && !transaction.isMoved) unsent = transaction
      else transaction.fail(refusal ? new SmtpError('EENVELOPE', 'Refused', { reply: refusal }) : failure)
    }
    this.#owner.onOver(this, unsent)
  }
}

function refused(reply: Reply): SmtpError {
  return new SmtpError('EMESSAGE', 'The server refused the message', { reply })
}

function unexpected(reply: Reply): SmtpError {
  return new SmtpError('EPROTOCOL', 'The server sent an unexpected reply', { reply })
}

function tooLate(): SmtpError {
  return new SmtpError('ETIMEDOUT', 'No answer in time')
}

import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { countInboundRefused } from '../../runtime/metrics/email.js'
import { clientNetwork, clientSite } from '../http/request/client-address.js'
import { ConnectionGuard, type GuardLimits } from './connection-guard.js'
import type { InboundConnection } from './inbound-connection.js'

const SWEEP_MS = 1_000
const FULL = '421 4.7.0 Too many connections, try again in a moment\r\n'

/** An SMTP server whose connections a guard admits, counts and ends. */
export class GuardedServer extends SMTPServer {
  readonly #guard: ConnectionGuard
  readonly #connectionBySession = new WeakMap<SMTPServerSession, InboundConnection>()
  readonly #sweep: NodeJS.Timeout

  constructor(options: SMTPServerOptions, limits: GuardLimits) {
    super(options)
    this.#guard = new ConnectionGuard(limits)
    this.#sweep = setInterval(() => this.#guard.sweep(), Math.min(SWEEP_MS, limits.idleMs / 4)).unref()
    this.server.once('close', () => clearInterval(this.#sweep))
  }

  /** The connection that a session belongs to. */
  connectionOf(session: SMTPServerSession): InboundConnection {
    const connection = this.#connectionBySession.get(session)
    if (!connection) throw new Error('The session has no connection')
    return connection
  }

  override connect(socket: Socket, socketOptions?: Parameters<SMTPServer['connect']>[1]): void {
    const address = socket.remoteAddress ?? ''
    const client = { network: clientNetwork(address), site: clientSite(address) }
    let dismiss = (_reason: string): void => undefined
    const connection = this.#guard.enter(client, (reason) => {
      countInboundRefused('dismissed')
      dismiss(reason)
    })
    if (!connection) return turnAway(socket)
    socket.once('close', () => this.#guard.leave(connection))
    super.connect(socket, socketOptions)
    const smtpConnection = [...this.connections].at(-1)
    if (!smtpConnection) return
    this.#connectionBySession.set(smtpConnection.session, connection)
    const send = smtpConnection.send.bind(smtpConnection)
    dismiss = (reason) => send(421, reason, false)
    smtpConnection.send = (code, data, context) => {
      const reason = code === 421 ? null : connection.countReply(code)
      if (reason === null) send(code, data, context)
      else dismiss(reason)
    }
  }
}

function turnAway(socket: Socket): void {
  countInboundRefused('connections')
  socket.on('error', () => undefined)
  socket.end(FULL, () => socket.destroy())
}

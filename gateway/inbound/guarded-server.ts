import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { countInboundRefused } from '../../runtime/metrics/email.js'
import { clientNetwork, clientSite } from '../http/request/client-address.js'
import { ConnectionGuard, type GuardLimits } from './connection-guard.js'
import type { Visit } from './visit.js'

const SWEEP_MS = 1_000
const FULL = '421 4.7.0 Too many connections, try again in a moment\r\n'

/** An SMTP server whose connections a guard admits, counts and ends. */
export class GuardedServer extends SMTPServer {
  readonly #guard: ConnectionGuard
  readonly #visits = new WeakMap<SMTPServerSession, Visit>()
  readonly #sweep: NodeJS.Timeout

  constructor(options: SMTPServerOptions, limits: GuardLimits) {
    super(options)
    this.#guard = new ConnectionGuard(limits)
    this.#sweep = setInterval(() => this.#guard.sweep(), Math.min(SWEEP_MS, limits.idleMs / 4)).unref()
    this.server.once('close', () => clearInterval(this.#sweep))
  }

  /** The visit that a session belongs to. */
  visitOf(session: SMTPServerSession): Visit {
    const visit = this.#visits.get(session)
    if (!visit) throw new Error('The session has no connection')
    return visit
  }

  override connect(socket: Socket, socketOptions?: Parameters<SMTPServer['connect']>[1]): void {
    const address = socket.remoteAddress ?? ''
    const client = { network: clientNetwork(address), site: clientSite(address) }
    let dismiss = (_reason: string): void => undefined
    const visit = this.#guard.enter(client, (reason) => {
      countInboundRefused('dismissed')
      dismiss(reason)
    })
    if (!visit) return turnAway(socket)
    socket.once('close', () => this.#guard.leave(visit))
    super.connect(socket, socketOptions)
    const connection = [...this.connections].at(-1)
    if (!connection) return
    this.#visits.set(connection.session, visit)
    const say = connection.send.bind(connection)
    dismiss = (reason) => say(421, reason, false)
    connection.send = (code, data, context) => {
      const reason = code === 421 ? null : visit.noteReply(code)
      if (reason === null) say(code, data, context)
      else dismiss(reason)
    }
  }
}

function turnAway(socket: Socket): void {
  countInboundRefused('connections')
  socket.on('error', () => undefined)
  socket.end(FULL, () => socket.destroy())
}

import { hostname } from 'node:os'
import { isIP } from 'node:net'
import { logIn } from './log-in.js'
import type { Connection } from './connection.js'
import { NO_EXTENSIONS, readExtensions, type Extensions } from './extensions.js'
import { isDone, isLeaving, type Reply } from './reply.js'
import { SmtpError, type SmtpErrorCode } from './smtp-errors.js'
import type { SmtpServer } from './smtp-server.js'

const READY = 220

/** Options for opening a session. */
interface Opening {
  timeoutMs: number
  /** Whether to log in even where the server offers no login. */
  insistsOnLogin?: boolean
}

/**
 * Brings a new connection to the point where it takes messages: greeting, EHLO, STARTTLS, login. Rejects with SmtpError
 * and ends the connection when that fails, or takes too long.
 */
export async function openSession(
  connection: Connection,
  { auth, tls }: SmtpServer,
  { timeoutMs, insistsOnLogin = false }: Opening,
): Promise<Extensions> {
  const timer = setTimeout(() => connection.fail(new SmtpError('ETIMEDOUT', 'No session in time')), timeoutMs)
  try {
    const greeting = await connection.reply()
    if (greeting.status !== READY) throw refusal('EPROTOCOL', 'The server takes no mail', greeting)
    let offers = await hello(connection, tls)
    if (!connection.isEncrypted && tls !== 'none' && (offers.startTls || tls === 'required')) {
      offers = await startTls(connection, offers, tls)
    }
    if (auth && (offers.auth !== null || insistsOnLogin)) await logIn(connection, auth, offers.auth ?? [])
    return offers
  } catch (error) {
    connection.fail(error instanceof SmtpError ? error : new SmtpError('EPROTOCOL', 'No session', { cause: error }))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function hello(connection: Connection, tls: SmtpServer['tls']): Promise<Extensions> {
  const reply = await connection.ask(`EHLO ${OWN_NAME}`)
  if (isDone(reply)) return readExtensions(reply)
  // Only EHLO leads to STARTTLS, and a server that leaves says no more.
  const isTlsMissing = tls === 'required' && !connection.isEncrypted
  if (isTlsMissing || isLeaving(reply)) throw refusal('EPROTOCOL', 'EHLO failed', reply)
  const second = await connection.ask(`HELO ${OWN_NAME}`)
  if (!isDone(second)) throw refusal('EPROTOCOL', 'HELO failed', second)
  return NO_EXTENSIONS
}

/**
 * Encrypts the connection, and returns what the server offers then: all that it said before is void (RFC 3207, 4.2).
 */
async function startTls(connection: Connection, offers: Extensions, tls: SmtpServer['tls']): Promise<Extensions> {
  const reply = await connection.ask('STARTTLS')
  if (isDone(reply)) {
    await connection.encrypt()
    return hello(connection, tls)
  }
  if (tls === 'required' || isLeaving(reply)) throw refusal('ETLS', 'STARTTLS failed', reply)
  // A password does not go over a connection that should have been encrypted.
  return { ...offers, auth: null }
}

function refusal(code: SmtpErrorCode, what: string, reply: Reply): SmtpError {
  return new SmtpError(code, what, { reply })
}

// RFC 5321, 4.1.4: a client without a full name gives an address.
const OWN_NAME = nameOf(hostname())

function nameOf(host: string): string {
  if (isIP(host)) return `[${host}]`
  return /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(host) ? host : '[127.0.0.1]'
}

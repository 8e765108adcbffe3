import { createHmac } from 'node:crypto'
import type { Connection } from './connection.js'
import { isDone, isGoAhead, type Reply } from './reply.js'
import { SmtpError } from './smtp-errors.js'
import type { Credentials } from './smtp-server.js'

type Method = (connection: Connection, credentials: Credentials) => Promise<Reply>

// In the order of preference. TLS keeps the password secret; CRAM-MD5 asks servers to store it readable.
const METHODS: Record<string, Method> = { PLAIN: plain, LOGIN: login, 'CRAM-MD5': cramMd5 }

/** Logs in (RFC 4954) by the best of the ways that the server offers. Throws SmtpError when the server refuses. */
export async function logIn(connection: Connection, credentials: Credentials, offered: string[]): Promise<void> {
  const name = Object.keys(METHODS).find((method) => offered.includes(method)) ?? 'PLAIN'
  const reply = await METHODS[name]!(connection, credentials)
  if (isDone(reply)) return
  throw new SmtpError('EAUTH', `AUTH ${name} failed`, { reply: withoutSecrets(reply, credentials) })
}

/** RFC 4616. */
async function plain(connection: Connection, { user, pass }: Credentials): Promise<Reply> {
  const token = base64(`\0${user}\0${pass}`)
  const reply = await connection.ask(`AUTH PLAIN ${token}`)
  // Some servers take no token with the command.
  return isGoAhead(reply) ? connection.ask(token) : reply
}

async function login(connection: Connection, { user, pass }: Credentials): Promise<Reply> {
  const first = await connection.ask('AUTH LOGIN')
  if (!isGoAhead(first)) return first
  const second = await connection.ask(base64(user))
  return isGoAhead(second) ? connection.ask(base64(pass)) : second
}

/** RFC 2195. */
async function cramMd5(connection: Connection, { user, pass }: Credentials): Promise<Reply> {
  const challenge = await connection.ask('AUTH CRAM-MD5')
  if (!isGoAhead(challenge)) return challenge
  const text = Buffer.from(challenge.text.slice(4), 'base64')
  return connection.ask(base64(`${user} ${createHmac('md5', pass).update(text).digest('hex')}`))
}

/** The reply without the password, which a server may repeat. */
function withoutSecrets({ status, text }: Reply, { user, pass }: Credentials): Reply {
  const [codes = ''] = /^\d{3}[ -](?:[45]\.\d{1,3}\.\d{1,3})?/.exec(text) ?? []
  // Replies are decoded as Latin-1, so the password is searched in that form.
  const secrets = [base64(`\0${user}\0${pass}`), base64(pass), Buffer.from(pass).toString('latin1')]
  const said = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text.slice(codes.length))
  return { status, text: codes + said }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

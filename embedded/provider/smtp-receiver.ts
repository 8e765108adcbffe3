import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Behaviour } from './behaviour.js'
import { portOf } from './http/listen.js'
import type { Intake } from './intake.js'

const MAX_MESSAGE_BYTES = 60 << 20

/** An SMTP answer other than 250. */
class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Starts a relay on `host` that accepts mail for any recipient, without a password, into the inbox. */
export async function startSmtpReceiver(
  host: string,
  port: number,
  intake: Intake,
  behaviour: Behaviour,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'local' }),
    closeTimeout: 1_000,
    onData: (stream, session, callback) => void answer(receive(stream, session, intake, behaviour), callback),
  })
  // smtp-server emits an error when a client disconnects early; without a listener it would end the process.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return { port: portOf(server.server.address()), close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function answer(
  received: Promise<string | null>,
  callback: (error?: Error | null, message?: string) => void,
): Promise<void> {
  try {
    const id = await received
    if (id) callback(null, `Message kept as ${id}`)
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Resolves with the id, or null for a message that is kept but never answered. */
async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  intake: Intake,
  behaviour: Behaviour,
): Promise<string | null> {
  const raw = await buffer(stream)
  if (stream.sizeExceeded) throw new SmtpRefusal(552, 'Message is too large')
  if (behaviour.isThrottled()) throw new SmtpRefusal(454, 'Throttling failure: Maximum sending rate exceeded.')
  if (behaviour.isFailing()) throw new SmtpRefusal(451, 'Temporary local problem, try again later')
  const { mailFrom, rcptTo } = session.envelope
  const from = mailFrom ? mailFrom.address : ''
  const to = rcptTo.map(({ address }) => address)
  const id = intake.acceptRelayed(from, to, raw)
  if (behaviour.isDroppingResponse()) return null
  if (behaviour.knobs.latencyMs > 0) await sleep(behaviour.knobs.latencyMs)
  return id
}

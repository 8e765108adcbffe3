import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Verdicts } from '../../models/received-body.js'
import type { Config } from '../../runtime/config.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import type { MailIntake } from './mail-intake.js'

/** A server that receives mail. */
export interface SmtpReceiver {
  port: number
  /** Takes no more connections, and ends once the messages under way are answered, after a few seconds at most. */
  close(): Promise<void>
}

export type SmtpReceiverSettings = Pick<
  Config,
  | 'INBOUND_SMTP_HOST'
  | 'INBOUND_SMTP_PORT'
  | 'INBOUND_MAX_MESSAGE_MB'
  | 'INBOUND_SMTP_CERTIFICATE'
  | 'INBOUND_SMTP_PRIVATE_KEY'
>

const MIB = 1_048_576
const MAX_CLIENTS = 50
const MAX_RECIPIENTS = 100
const IDLE_MS = 60_000
const CLOSE_WITHIN_MS = 5_000

// Nobody has looked at mail that comes straight to us.
const UNSEEN: Verdicts = { spam: 'UNKNOWN', virus: 'UNKNOWN', spf: 'UNKNOWN', dkim: 'UNKNOWN', dmarc: 'UNKNOWN' }

/** A refusal: 4xx lets the other server try again, 5xx tells the sender. */
class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const LATER = '4.3.0 The message cannot be stored now: try again'

/**
 * Receives mail for verified domains and for bounce addresses by SMTP (RFC 5321), without authentication, as the mail
 * exchanger of these domains does. A message is answered 250 once it is stored.
 */
export async function startSmtpReceiver(
  settings: SmtpReceiverSettings,
  intake: MailIntake,
  log: Logger,
): Promise<SmtpReceiver> {
  const maxBytes = settings.INBOUND_MAX_MESSAGE_MB * MIB
  const { INBOUND_SMTP_CERTIFICATE: cert, INBOUND_SMTP_PRIVATE_KEY: key } = settings
  const server = new SMTPServer({
    disabledCommands: ['AUTH', ...(cert && key ? [] : ['STARTTLS'])],
    ...(cert && key ? { cert, key } : {}),
    disableReverseLookup: true,
    banner: 'Posthorn',
    size: maxBytes,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_WITHIN_MS,
    onRcptTo({ address }, session, callback) {
      void answer(admit(address, session, intake), callback, log)
    },
    onData(stream, session, callback) {
      void answer(take(stream, session, intake, maxBytes), callback, log)
    },
  })
  // A client that disconnects early is an error event, which without a listener would end the process.
  server.on('error', (error) => log.debug({ error: loggableError(error) }, 'a connection of inbound mail broke'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(settings.INBOUND_SMTP_PORT, settings.INBOUND_SMTP_HOST, () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function answer(work: Promise<void>, callback: (error?: Error | null) => void, log: Logger): Promise<void> {
  try {
    await work
    callback()
  } catch (error) {
    if (error instanceof SmtpRefusal) return callback(error)
    log.warn({ error: loggableError(error) }, 'inbound mail not taken, its server tries again')
    callback(new SmtpRefusal(451, LATER))
  }
}

async function admit(address: string, { envelope }: SMTPServerSession, intake: MailIntake): Promise<void> {
  if (envelope.rcptTo.length >= MAX_RECIPIENTS) throw new SmtpRefusal(452, '4.5.3 Too many recipients')
  const verdict = await intake.judge(address)
  if (verdict === 'unknown') throw new SmtpRefusal(550, '5.1.1 There is no such mailbox here')
  // The other server keeps the message and tries again, for days: until then the limit may be raised, or a month begin.
  if (verdict === 'full') throw new SmtpRefusal(452, '4.2.2 The mailbox takes no more mail now: try again later')
}

async function take(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  intake: MailIntake,
  maxBytes: number,
): Promise<void> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // The rest is read and dropped: the client hears the answer after its end alone.
    if (bytes <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
  }
  if (bytes > maxBytes) throw new SmtpRefusal(552, `5.3.4 The message is larger than ${maxBytes} bytes`)
  const recipients = envelope.rcptTo.map(({ address }) => address)
  const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
  const raw = Buffer.concat(chunks)
  await intake.receive({ sizeBytes: bytes, load: async () => raw, recipients, sender, verdictsOn: async () => UNSEEN })
}

import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { MailOrigin } from '../../commands/sending/inbound/received-mail.js'
import type { Received } from '../../commands/sending/inbound/receive-message.js'
import type { SenderExaminer } from '../../mail/authentication/sender-examiner.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { countInboundRefused } from '../../runtime/metrics/email.js'
import { NoRoomError, type ByteBudget } from '../memory/byte-budget.js'
import type { InboundRates } from './inbound-rates.js'
import { IncomingMessage } from './incoming-message.js'
import type { MailReceiver } from './mail-receiver.js'
import { noRoom, SmtpRefusal } from './smtp-refusal.js'
import type { InboundConnection } from './inbound-connection.js'

/**
 * The answers to MAIL, RCPT and DATA. Each method rejects with a SmtpRefusal, or with another error, which is answered
 * 451.
 */
export interface SmtpSession {
  begin(connection: InboundConnection): Promise<void>
  admit(address: string, envelope: SMTPServerSession['envelope'], connection: InboundConnection): Promise<void>
  take(stream: SMTPServerDataStream, session: SMTPServerSession, connection: InboundConnection): Promise<void>
}

export interface SmtpSessionDeps {
  mail: MailReceiver
  memory: ByteBudget
  /** For messages that are not kept in memory. */
  disk: ByteBudget
  folder: string
  maxBytes: number
  rates: InboundRates
  examine: SenderExaminer
  log: Logger
}

const MAX_RECIPIENTS = 100
// The shares of memory of all SMTP clients together, and of one site, so that memory remains for the requests of
// projects.
const OF_ALL = 1 / 4
const OF_NETWORK = 1 / 16
// At least one message, as `runtime/config/consistency.ts` checks.
const OF_DISK = 1 / 4

// Mail that arrives by SMTP is not scanned for spam and viruses, unlike that of SES.
const UNSEEN = { spam: 'UNKNOWN', virus: 'UNKNOWN' } as const

/** Creates the answers to mail servers. */
export function createSmtpSession(deps: SmtpSessionDeps): SmtpSession {
  const { mail, rates } = deps
  return {
    async begin(connection) {
      if (connection.hasSentAll) throw refused('rate', 421, '4.7.0 Enough messages for one connection')
      if (await rates.messages.count(connection.network)) return
      throw refused('rate', 450, '4.7.1 Too many messages from your network: try again in a minute')
    },
    async admit(address, { rcptTo }, connection) {
      if (rcptTo.length >= MAX_RECIPIENTS) throw new SmtpRefusal(452, '4.5.3 Too many recipients')
      if (!(await rates.recipients.count(connection.network))) {
        throw refused('rate', 450, '4.7.1 Too many recipients from your network: try again in a minute')
      }
      const verdict = await mail.judge(address, connection.site)
      if (verdict === 'unknown') throw refused('unknown', 550, '5.1.1 No such mailbox here')
      // The other server keeps the message and tries again for days. Meanwhile the limit may be raised, or a month may
      // begin.
      if (verdict === 'full')
        throw refused('full', 452, '4.2.2 The mailbox does not accept more mail now, try again later')
      if (verdict === 'busy') throw busy()
      connection.acceptRecipient()
    },
    async take(stream, session, connection) {
      const message = incoming(deps, connection)
      connection.beginMessage()
      try {
        await collect(stream, message, { connection, log: deps.log })
        connection.completeMessage()
        if (message.isTooLarge) throw new SmtpRefusal(552, `5.3.4 The message is larger than ${deps.maxBytes} bytes`)
        if (
          !(await mail.admit(
            session.envelope.rcptTo.map(({ address }) => address),
            connection.site,
          ))
        )
          throw busy()
        const origin = originOf(session, connection, deps)
        const received = await mail.receive({ ...origin, sizeBytes: message.sizeBytes, load: () => message.load() })
        refuseUnreadable(received, deps.log)
      } catch (error) {
        throw error instanceof NoRoomError ? refusedForRoom() : error
      } finally {
        await message.discard().catch(() => undefined)
        connection.endMessage()
      }
    },
  }
}

function incoming({ memory, disk, folder, maxBytes }: SmtpSessionDeps, { site }: InboundConnection): IncomingMessage {
  const key = `smtp:${site}`
  return new IncomingMessage({
    maxBytes,
    folder,
    memory: memory.reserve([
      { key: 'smtp', share: OF_ALL },
      { key, share: OF_NETWORK },
    ]),
    disk: disk.reserve([
      { key: 'smtp', share: 1 },
      { key, share: OF_DISK },
    ]),
  })
}

/**
 * Reads a message to its end even if there is no room for it, because the client reads the answer only after the end.
 */
async function collect(
  stream: SMTPServerDataStream,
  message: IncomingMessage,
  { connection, log }: { connection: InboundConnection; log: Logger },
): Promise<void> {
  let refusal: SmtpRefusal | null = null
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      connection.countBytes(chunk.length)
      if (refusal) continue
      try {
        await message.add(chunk)
      } catch (error) {
        if (!(error instanceof NoRoomError))
          log.error({ error: loggableError(error) }, 'inbound mail cannot be spooled')
        refusal = refusedForRoom()
        await message.discard().catch(() => undefined)
      }
    }
  } catch {
    // The stream fails only if the client has disconnected, so that the text of the refusal does not matter.
    throw new SmtpRefusal(451, '4.4.2 The message did not come in whole')
  }
  if (refusal) throw refusal
}

/** Refuses a message for good that cannot be read: reading it would fail again, however often it is sent. */
function refuseUnreadable({ unreadable }: Received, log: Logger): void {
  if (!unreadable) return
  log.warn({ inbound: unreadable.id, reason: unreadable.reason }, 'inbound mail refused: it cannot be read')
  throw new SmtpRefusal(550, '5.6.0 The message cannot be read')
}

function originOf(
  { envelope, remoteAddress: client, hostNameAppearsAs: helo }: SMTPServerSession,
  { network }: InboundConnection,
  { examine }: SmtpSessionDeps,
): MailOrigin {
  const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
  return {
    queueKey: `smtp:${network}`,
    recipients: envelope.rcptTo.map(({ address }) => address),
    sender,
    verdictsOn: async (raw, from) => ({
      ...UNSEEN,
      ...(await examine(network, { raw, from, sender, client, helo: helo || '' })),
    }),
  }
}

function busy(): SmtpRefusal {
  return refused('rate', 450, '4.7.1 The mailbox gets too much mail: try again in a minute')
}

function refusedForRoom(): SmtpRefusal {
  countInboundRefused('room')
  return noRoom()
}

function refused(reason: Parameters<typeof countInboundRefused>[0], code: number, message: string): SmtpRefusal {
  countInboundRefused(reason)
  return new SmtpRefusal(code, message)
}

import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { MailOrigin } from '../../commands/inbound/received-mail.js'
import type { Received } from '../../commands/inbound/receive-message.js'
import type { SenderExaminer } from '../../mail/authentication/sender-examiner.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { countInboundRefused } from '../../runtime/metrics/email.js'
import { NoRoomError, type ByteBudget } from '../memory/byte-budget.js'
import type { InboundRates } from './inbound-rates.js'
import { IncomingMessage } from './incoming-message.js'
import type { MailIntake } from './mail-intake.js'
import { noRoom, SmtpRefusal } from './smtp-refusal.js'
import type { Visit } from './visit.js'

/** What mail servers are answered to MAIL, RCPT and DATA. Each rejects with a SmtpRefusal, or with another error for 451. */
export interface SmtpSession {
  begin(visit: Visit): Promise<void>
  admit(address: string, envelope: SMTPServerSession['envelope'], visit: Visit): Promise<void>
  take(stream: SMTPServerDataStream, session: SMTPServerSession, visit: Visit): Promise<void>
}

export interface SmtpSessionDeps {
  mail: MailIntake
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
// Of memory: all strangers by SMTP together, and one network, so that requests of projects keep their room.
const OF_ALL = 1 / 4
const OF_NETWORK = 1 / 16
// One message at least, see `runtime/config/consistency.ts`.
const OF_DISK = 1 / 4

// Nobody looks for these in mail that comes straight to us.
const UNSEEN = { spam: 'UNKNOWN', virus: 'UNKNOWN' } as const

/** Creates the answers to mail servers. */
export function createSmtpSession(deps: SmtpSessionDeps): SmtpSession {
  const { mail, rates } = deps
  return {
    async begin(visit) {
      if (visit.hasSentAll) throw refused('rate', 421, '4.7.0 Enough messages for one connection')
      if (await rates.messages.count(visit.network)) return
      throw refused('rate', 450, '4.7.1 Too many messages from your network: try again in a minute')
    },
    async admit(address, { rcptTo }, visit) {
      if (rcptTo.length >= MAX_RECIPIENTS) throw new SmtpRefusal(452, '4.5.3 Too many recipients')
      if (!(await rates.recipients.count(visit.network))) {
        throw refused('rate', 450, '4.7.1 Too many recipients from your network: try again in a minute')
      }
      const verdict = await mail.judge(address, visit.site)
      if (verdict === 'unknown') throw refused('unknown', 550, '5.1.1 There is no such mailbox here')
      // The other server keeps the message and tries again, for days: until then the limit may be raised, or a month begin.
      if (verdict === 'full') throw refused('full', 452, '4.2.2 The mailbox takes no more mail now: try again later')
      if (verdict === 'busy') throw busy()
      visit.noteRecipient()
    },
    async take(stream, session, visit) {
      const message = incoming(deps, visit)
      visit.beginMessage()
      try {
        await collect(stream, message, { visit, log: deps.log })
        visit.completeMessage()
        if (message.isTooLarge) throw new SmtpRefusal(552, `5.3.4 The message is larger than ${deps.maxBytes} bytes`)
        if (
          !(await mail.admit(
            session.envelope.rcptTo.map(({ address }) => address),
            visit.site,
          ))
        )
          throw busy()
        const origin = originOf(session, visit, deps)
        const received = await mail.receive({ ...origin, sizeBytes: message.sizeBytes, load: () => message.load() })
        refuseUnreadable(received, deps.log)
      } catch (error) {
        throw error instanceof NoRoomError ? refusedForRoom() : error
      } finally {
        await message.discard().catch(() => undefined)
        visit.endMessage()
      }
    },
  }
}

function incoming({ memory, disk, folder, maxBytes }: SmtpSessionDeps, { site }: Visit): IncomingMessage {
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

/** Reads the message to its end, also when there is no room for it: the client hears the answer after its end alone. */
async function collect(
  stream: SMTPServerDataStream,
  message: IncomingMessage,
  { visit, log }: { visit: Visit; log: Logger },
): Promise<void> {
  let refusal: SmtpRefusal | null = null
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      visit.noteBytes(chunk.length)
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
    // No answer reaches a client that is gone.
    throw new SmtpRefusal(451, '4.4.2 The message did not come in whole')
  }
  if (refusal) throw refusal
}

/** A message that took too much to be read would take it again, however often it came. */
function refuseUnreadable({ unreadable }: Received, log: Logger): void {
  if (!unreadable) return
  log.warn({ inbound: unreadable.id, reason: unreadable.reason }, 'inbound mail refused: it cannot be read')
  throw new SmtpRefusal(550, '5.6.0 The message cannot be read')
}

function originOf(
  { envelope, remoteAddress: client, hostNameAppearsAs: helo }: SMTPServerSession,
  { network }: Visit,
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

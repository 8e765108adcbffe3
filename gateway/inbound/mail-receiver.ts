import { createAdmitContact } from '../../commands/sending/inbound/admit-contact.js'
import {
  receiveMessage,
  unreadable,
  type ReceiveDeps,
  type Received,
} from '../../commands/sending/inbound/receive-message.js'
import type { ReceivedMail } from '../../commands/sending/inbound/received-mail.js'
import { readSesReceipt } from '../../commands/sending/inbound/read-ses-receipt.js'
import { awsCredentialsOf } from '../../activities/providers/aws-credentials.js'
import { createReceivedObjects, type ReadReceivedObject } from '../../activities/providers/ses/received-objects.js'
import { createBounceAddresses } from '../../mail/links/bounce-addresses.js'
import type { ReadingThreads } from '../../mail/inbound/threads/read-in-thread.js'
import type { Config } from '../../runtime/config.js'
import { hasBilling } from '../../runtime/config/billing.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import type { ByteBudget } from '../memory/byte-budget.js'
import { countInbound } from '../../runtime/metrics/email.js'
import { projectRatesOf } from './inbound-rates.js'
import { createRecipientJudge, type RecipientJudge } from './recipient-judge.js'

/** Receives mail that arrives by SMTP or by SES; see `createMailReceiver`. */
export interface MailReceiver extends RecipientJudge {
  /**
   * Resolves once a message is stored for all its recipients, or is known to be unreadable. Throws if MongoDB is
   * unavailable, so that the message is sent again.
   */
  receive(mail: ReceivedMail): Promise<Received>
  /**
   * The same for a notification of SES; null for a notification that is not about received mail. Throws FORBIDDEN and
   * SERVICE_UNAVAILABLE for content that cannot be fetched.
   */
  receiveFromSes(notification: string): Promise<Received | null>
}

/** Dependencies of the receiver. */
export interface MailReceiverDeps extends ReceiveDeps {
  readObject: ReadReceivedObject
  /** The most bytes that `readObject` reads. */
  maxBytes: number
  judge: RecipientJudge
  memory: ByteBudget
}

// Each message is in memory as a whole. The messages of one sender are read one after the other, so that a sender with
// slow messages or slow DNS does not delay the others.
const AT_A_TIME = { concurrency: 4, concurrencyPerKey: 1 }
// The messages have no share by sender: the largest message would never fit into the share of one sender.
const INTAKE = { key: 'intake', share: 1 }

/** Creates the receiver of mail, which loads and reads a few messages at a time. */
export function createMailReceiver(intake: MailReceiverDeps): MailReceiver {
  const { readObject, maxBytes, judge, memory, ...deps } = intake
  const limit = createLimiter(AT_A_TIME)
  const receive = (mail: ReceivedMail): Promise<Received> =>
    limit(mail.queueKey, async () => {
      const reservation = memory.reserve([INTAKE])
      try {
        reservation.growTo(mail.sizeBytes)
        const raw = await mail.load()
        const received = raw ? await receiveMessage({ ...mail, raw }, deps) : absent(mail)
        countInbound(outcomeOf(received))
        return received
      } finally {
        reservation.release()
      }
    })
  return {
    ...judge,
    receive,
    async receiveFromSes(notification) {
      const received = readSesReceipt(notification)
      if (!received) return null
      const { mail, content } = received
      if (!content) return receive({ ...mail, sizeBytes: 0, load: async () => null })
      // The request that brought the notification has reserved the memory for its content.
      if ('raw' in content) return receive({ ...mail, sizeBytes: 0, load: async () => content.raw })
      return receive({ ...mail, sizeBytes: maxBytes, load: () => readObject(content) })
    },
  }
}

function absent({ id = '' }: ReceivedMail): Received {
  return unreadable({ id, reason: 'absent' })
}

function outcomeOf({ unreadable, reports, stored }: Received): Parameters<typeof countInbound>[0] {
  if (unreadable) return 'unreadable'
  return reports > 0 ? 'report' : stored > 0 ? 'stored' : 'unwanted'
}

const MIB = 1_048_576

/** The bytes of the largest message that is received: a message has to fit into the memory for the data of clients. */
export function largestMessageOf(settings: Pick<Config, 'INBOUND_MAX_MESSAGE_MB' | 'MAX_BUFFERED_MB'>): number {
  return Math.floor(Math.min(settings.INBOUND_MAX_MESSAGE_MB, settings.MAX_BUFFERED_MB) * MIB)
}

/** The receiver from the settings; without `threads` it uses those of the process. */
export function mailReceiverOf(config: Config, memory: ByteBudget, threads?: ReadingThreads): MailReceiver {
  const { AWS_REGION: region, S3_ENDPOINT: endpoint, INBOUND_S3_BUCKETS: buckets, BOUNCE_DOMAIN } = config
  const maxBytes = largestMessageOf(config)
  const bounces = BOUNCE_DOMAIN === undefined ? null : createBounceAddresses(BOUNCE_DOMAIN, config.ENCRYPTION_KEY)
  return createMailReceiver({
    memory,
    threads,
    maxBytes,
    bounces,
    judge: createRecipientJudge({
      bounces,
      settings: { hasBilling: hasBilling(config) },
      rates: projectRatesOf(config),
    }),
    retentionDays: config.EMAIL_BODY_RETENTION_DAYS,
    admitContact: createAdmitContact(config.INBOUND_NEW_CONTACTS_PER_HOUR),
    readObject: createReceivedObjects({
      region,
      endpoint,
      credentials: awsCredentialsOf(config),
      buckets,
      maxBytes,
    }),
  })
}

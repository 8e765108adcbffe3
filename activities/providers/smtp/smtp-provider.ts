import type { SignMessage } from '../../../mail/mime/dkim.js'
import { encodeAddress } from '../../../mail/mime/address-headers.js'
import { ProviderError, type EmailProvider } from '../provider.js'
import { QUIT_WITHIN_MS } from './connection.js'
import { Pool } from './pool.js'
import { queueIdOf } from './queue-id.js'
import { toSmtpProviderError } from './smtp-errors.js'
import type { SmtpServer } from './smtp-server.js'
import { Transaction } from './transaction.js'

export interface SmtpOptions extends SmtpServer {
  /** Time limit from taking the message to having read the answer. */
  requestTimeoutMs?: number | undefined
  maxConnections?: number | undefined
  /** Signs messages where the server does not. */
  sign?: SignMessage | undefined
  /** The sender in the envelope, to which bounces come; that of the message if omitted. */
  bounceAddressOf?: ((emailId: string) => string) | undefined
}

// Many servers hang up after a minute of silence, and a message begun just then would have to wait.
const IDLE_CONNECTION_MS = 20_000
const MESSAGES_PER_CONNECTION = 1_000

/** The longest time until a connection beyond a lowered limit is closed: it ends its message, and then quits. */
export const connectionEndsWithinMs = (requestTimeoutMs: number): number => requestTimeoutMs + QUIT_WITHIN_MS

/**
 * Any mail server that accepts messages over SMTP, by connections that are kept for the next message. A message goes as
 * it was composed, under its own envelope. The provider never retries a message that may have left: the caller decides
 * on a second attempt, because the server may have accepted the first.
 */
export function createSmtpProvider(options: SmtpOptions): EmailProvider {
  const { requestTimeoutMs = 10_000, sign, bounceAddressOf } = options
  let { maxConnections = 10 } = options
  const pool = new Pool({
    server: options,
    maxConnections,
    openWithinMs: requestTimeoutMs,
    keep: { messages: MESSAGES_PER_CONNECTION, idleMs: IDLE_CONNECTION_MS },
  })
  return {
    name: 'smtp',
    // One message on each connection, and one whose commands go out behind it.
    concurrency: () => maxConnections * 2,
    async send({ emailId, projectId, from, to, raw }) {
      const content = sign ? await signed(sign, { projectId, from }, raw) : raw
      const sender = bounceAddressOf?.(emailId) ?? from
      const envelope = { id: emailId, from: encodeAddress(sender), to: encodeAddress(to) }
      // The limit includes the time in the pool's queue: resolving unknown outcomes relies on this total.
      const transaction = new Transaction(envelope, content, requestTimeoutMs)
      try {
        const { text } = await pool.send(transaction)
        return { providerMessageId: queueIdOf(text, options.host) ?? `smtp-${emailId}` }
      } catch (error) {
        throw toSmtpProviderError(error, transaction.mayHaveLeft)
      }
    },
    limitConnections(most) {
      maxConnections = most
      return pool.limit(most)
    },
    close() {
      pool.close()
    },
  }
}

async function signed(sign: SignMessage, message: { projectId: string; from: string }, raw: Buffer): Promise<Buffer> {
  try {
    return await sign(message, raw)
  } catch (error) {
    // The key could not be read; nothing has left.
    throw new ProviderError('temporary', { provider: 'smtp', code: 'NoSigningKey' }, error)
  }
}

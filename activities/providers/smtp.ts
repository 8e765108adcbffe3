import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { SignMessage } from '../../mail/mime/dkim.js'
import { MessageStream } from '../../mail/mime/message-stream.js'
import { encodeAddress } from '../../mail/mime/mime-headers.js'
import type { EmailProvider, OutgoingMessage } from './provider.js'
import { queueIdOf } from './smtp-answers.js'
import { toSmtpProviderError } from './smtp-errors.js'

export interface SmtpOptions {
  host: string
  port: number
  /** Whether TLS begins with the connection (`smtps:`) rather than by STARTTLS. */
  isImplicitTls: boolean
  /** Whether to insist on TLS, use it where the server offers it, or never use it. */
  tls: 'required' | 'opportunistic' | 'none'
  auth?: { user: string; pass: string } | undefined
  /** Certificates to trust instead of the system's. */
  ca?: string | undefined
  /** Time limit from taking the message to having read the answer. */
  requestTimeoutMs?: number | undefined
  maxConnections?: number | undefined
  /** Signs messages where the server does not. */
  sign?: SignMessage | undefined
}

// Many servers hang up after a minute of silence, and a message begun just then would have to wait.
const IDLE_CONNECTION_MS = 20_000
const MESSAGES_PER_CONNECTION = 1_000

type Mail = Parameters<SMTPPool['send']>[0]

/**
 * Any mail server that accepts messages over SMTP, by connections that are kept for the next message. A message goes as
 * it was composed, under its own envelope. The provider never retries: the caller decides on a second attempt, because
 * the server may have accepted the first.
 */
export function createSmtpProvider(options: SmtpOptions): EmailProvider {
  const { requestTimeoutMs = 10_000, maxConnections = 10, sign } = options
  const pool = createPool({ ...options, maxConnections }, requestTimeoutMs)
  return {
    name: 'smtp',
    sideBySide: maxConnections,
    async send(message) {
      const content = sign ? await sign(message.from, message.raw) : message.raw
      const stream = new MessageStream(content)
      // The limit includes the time in the pool's queue: resolving unknown outcomes relies on this total.
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), requestTimeoutMs)
      try {
        const { response, serverMessageId } = await handOver(pool, mailOf(message, content.length, stream, late.signal))
        return { providerMessageId: queueIdOf(response, serverMessageId) ?? `smtp-${message.emailId}` }
      } catch (error) {
        // The dot that ends a message is written after the last byte of the stream was read.
        throw toSmtpProviderError(error, stream.isGiven)
      } finally {
        clearTimeout(timer)
      }
    },
    close() {
      pool.close({ force: true })
    },
  }
}

function createPool(options: SmtpOptions, timeoutMs: number): SMTPPool {
  const { host, port, auth, maxConnections } = options
  return new SMTPPool({
    host,
    port,
    ...tlsOptions(options),
    ...(auth === undefined ? {} : { auth }),
    maxConnections,
    maxMessages: MESSAGES_PER_CONNECTION,
    idleTimeout: IDLE_CONNECTION_MS,
    // The server may have accepted a message whose connection broke.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs + IDLE_CONNECTION_MS,
  })
}

/** How nodemailer is told whether and how to encrypt. */
export function tlsOptions({ isImplicitTls, tls, ca }: Pick<SmtpOptions, 'isImplicitTls' | 'tls' | 'ca'>) {
  return {
    secure: isImplicitTls,
    requireTLS: tls === 'required',
    opportunisticTLS: tls === 'opportunistic',
    ignoreTLS: tls === 'none',
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const, ...(ca === undefined ? {} : { ca }) },
  }
}

function handOver(pool: SMTPPool, mail: Mail): Promise<SMTPPool.SentMessageInfo> {
  return new Promise((resolve, reject) => {
    pool.send(mail, (error, info) => (info ? resolve(info) : reject(error)))
  })
}

/** The message in the form that the pool expects. */
function mailOf(
  { emailId, from, to }: OutgoingMessage,
  size: number,
  stream: MessageStream,
  signal: AbortSignal,
): Mail {
  const message = {
    getEnvelope: () => ({ from: encodeAddress(from), to: [encodeAddress(to)], size }),
    messageId: () => emailId,
    getHeader: () => emailId,
    createReadStream: () => stream,
  }
  // Servers with delivery status notifications then name the email in a bounce (RFC 3461).
  const dsn = { id: emailId, return: 'headers', notify: 'failure' }
  return { message, data: { signal, dsn } } as unknown as Mail
}

import type { AddressInfo } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { createSenderExaminer } from '../../mail/authentication/sender-examiner.js'
import type { Config } from '../../runtime/config.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { ByteBudget } from '../memory/byte-budget.js'
import type { GatewayServices } from '../services.js'
import { GuardedServer } from './guarded-server.js'
import { inboundRatesOf } from './inbound-rates.js'
import { removeOrphanedFiles } from './incoming-message.js'
import { largestMessageOf } from './mail-receiver.js'
import { createSmtpSession, type SmtpSession } from './smtp-session.js'
import { later, SmtpRefusal } from './smtp-refusal.js'

/** A server that receives mail. */
export interface SmtpReceiver {
  port: number
  /** Accepts no more connections, and resolves once the messages under way are answered, after five seconds at most. */
  close(): Promise<void>
}

export type SmtpReceiverSettings = Pick<
  Config,
  Extract<keyof Config, `INBOUND_${string}`> | 'MAX_BUFFERED_MB' | 'DNS_SERVERS'
>

const MIB = 1_048_576
const CLOSE_WITHIN_MS = 5_000

/**
 * Receives mail for verified domains and for bounce addresses by SMTP (RFC 5321), without authentication, as the mail
 * exchanger of these domains does. A message is answered 250 once it is stored. The connections, memory, disk and time
 * of each client network are limited, so that no network keeps out the mail of others.
 */
export async function startSmtpReceiver(
  settings: SmtpReceiverSettings,
  { mail, memory, log }: Pick<GatewayServices, 'mail' | 'memory' | 'log'>,
): Promise<SmtpReceiver> {
  const folder = settings.INBOUND_SPOOL_DIR
  await removeOrphanedFiles(folder).catch((error: unknown) =>
    log.error({ error: loggableError(error) }, 'no folder for inbound mail above 256 KB, which is refused'),
  )
  const session = createSmtpSession({
    mail,
    memory,
    disk: new ByteBudget(settings.INBOUND_SPOOL_MB * MIB),
    folder,
    maxBytes: largestMessageOf(settings),
    rates: inboundRatesOf(settings, log),
    examine: createSenderExaminer(settings.DNS_SERVERS),
    log,
  })
  const server = createServer(settings, session, log)
  // A client that disconnects early causes an error event, which would end the process without a listener.
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

function createServer(settings: SmtpReceiverSettings, session: SmtpSession, log: Logger): GuardedServer {
  const { INBOUND_SMTP_CERTIFICATE: cert, INBOUND_SMTP_PRIVATE_KEY: key } = settings
  const idleMs = settings.INBOUND_IDLE_SECONDS * 1_000
  const options: SMTPServerOptions = {
    disabledCommands: ['AUTH', ...(cert && key ? [] : ['STARTTLS'])],
    ...(cert && key ? { cert, key } : {}),
    disableReverseLookup: true,
    banner: 'Posthorn',
    size: largestMessageOf(settings),
    socketTimeout: idleMs,
    closeTimeout: CLOSE_WITHIN_MS,
    onMailFrom: (_address, of, callback) => void answer(session.begin(server.connectionOf(of)), callback, log),
    onRcptTo: ({ address }, of, callback) =>
      void answer(session.admit(address, of.envelope, server.connectionOf(of)), callback, log),
    onData: (stream, of, callback) => void answer(session.take(stream, of, server.connectionOf(of)), callback, log),
  }
  const server: GuardedServer = new GuardedServer(options, {
    connections: settings.INBOUND_MAX_CONNECTIONS,
    perNetwork: settings.INBOUND_CONNECTIONS_PER_NETWORK,
    connectionMs: settings.INBOUND_CONNECTION_SECONDS * 1_000,
    messageMs: settings.INBOUND_MESSAGE_SECONDS * 1_000,
    idleMs,
  })
  return server
}

async function answer(work: Promise<void>, callback: (error?: Error | null) => void, log: Logger): Promise<void> {
  try {
    await work
    callback()
  } catch (error) {
    if (error instanceof SmtpRefusal) return callback(error)
    log.warn({ error: loggableError(error) }, 'inbound mail could not be received: its server tries again')
    callback(later())
  }
}

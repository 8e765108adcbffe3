import { connectionEndsWithinMs } from '../../activities/providers/smtp/smtp-provider.js'
import type { EmailProvider } from '../../activities/providers/provider.js'
import type { AcquirePermits, SendRate } from '../../activities/send-rate/send-rate.js'
import { leaseShare, releaseShare } from '../../commands/base/installation/lease-share.js'
import type { Config } from '../../runtime/config.js'
import { waitUntil } from '../../runtime/concurrency/wait-until.js'
import { newId } from '../../runtime/ids.js'
import { logSeldom } from '../../runtime/log-seldom.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { ConnectionShare, leaseMs } from './connection-share.js'
import { DividedConnections } from './divided-connections.js'

/** The connections of a worker to a mail server that limits them. */
export interface SharedConnections {
  divided: DividedConnections
  /** The same rate, without permits while the worker has no connection. */
  limit(sendRate: SendRate): SendRate
  /** Begins to use connections. */
  start(): Promise<void>
  /** Leaves them to the other workers. All must be closed. */
  stop(): Promise<void>
}

type Settings = Pick<Config, 'EMAIL_PROVIDER' | 'SMTP_MAX_CONNECTIONS' | 'PROVIDER_TIMEOUT_SECONDS' | 'WORKER_QUEUES'>

const LIMIT = 'smtp-connections'
// The activities of these queues submit emails.
const SENDING_QUEUES = new Set<Settings['WORKER_QUEUES'][number]>(['transactional', 'executions', 'campaigns'])
// Short, because another worker may have a connection.
const PATIENCE_MS = 1_000
const LOOK_EVERY_MS = 100
const RETRY_MS = 2_000

/** Shares SMTP_MAX_CONNECTIONS with the other workers; null for a worker without connections that are limited. */
export function shareConnections(
  config: Settings,
  { provider, threads, log }: { provider: EmailProvider; threads: number; log: Logger },
): SharedConnections | null {
  const isSending = config.WORKER_QUEUES.some((queue) => SENDING_QUEUES.has(queue))
  if (config.EMAIL_PROVIDER !== 'smtp' || !isSending) return null
  const endsWithinMs = connectionEndsWithinMs(config.PROVIDER_TIMEOUT_SECONDS * 1_000)
  const divided = new DividedConnections({ provider, threads, endsWithinMs })
  const wanted = { limit: LIMIT, most: config.SMTP_MAX_CONNECTIONS, holder: newId() }
  const seldom = logSeldom()
  const share = new ConnectionShare({
    lease: (kept) => leaseShare(wanted, kept, leaseMs(endsWithinMs)),
    release: () => releaseShare(wanted),
    limit: (most) => divided.limit(most),
    onNone: () => log.warn('more workers than SMTP_MAX_CONNECTIONS: this worker sends when another one has stopped'),
    onFailure: (error) =>
      seldom(() => log.warn({ error: loggableError(error) }, 'share of SMTP_MAX_CONNECTIONS not renewed yet')),
  })
  return {
    divided,
    limit: (sendRate) => ({
      ...sendRate,
      permitsFor: (sendClass) => whileConnected(divided, sendRate.permitsFor(sendClass)),
    }),
    start: () => share.start(),
    stop: () => share.stop(),
  }
}

/**
 * Waits for a connection before it acquires permits. Grants none when there is no connection after `patienceMs`: the
 * emails then wait in Temporal, where another worker can take them.
 */
export function whileConnected(
  connections: Pick<DividedConnections, 'isAny'>,
  acquire: AcquirePermits,
  patienceMs = PATIENCE_MS,
): AcquirePermits {
  return async (projectId, wanted) => {
    if (connections.isAny || (await waitUntil(() => connections.isAny, patienceMs, LOOK_EVERY_MS))) {
      return acquire(projectId, wanted)
    }
    return { permits: 0, retryAfterMs: Math.round(RETRY_MS * (0.5 + Math.random())) }
  }
}

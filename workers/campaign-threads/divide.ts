import { availableParallelism } from 'node:os'
import type { Config } from '../../runtime/config.js'

/** How the connections of a worker are divided while its threads send campaigns. */
export interface Division {
  ofThread: number
  /** Those of the rest of the worker. */
  ofRest: number
}

const MOST_THREADS = 4
// The default of the client for SES. SES does not limit connections.
const SES_CONNECTIONS = 50
// The other connections are for transactional mail and workflows, which submit beside a campaign.
const CAMPAIGN_SHARE = 0.6

/** How many threads of a worker send campaigns; with 0 threads campaigns are sent in the event loop of the worker. */
export function threadsOf(
  config: Pick<Config, 'CAMPAIGN_THREADS' | 'EMAIL_PROVIDER' | 'SMTP_MAX_CONNECTIONS'>,
  cores = availableParallelism(),
): number {
  const wanted = config.CAMPAIGN_THREADS ?? Math.min(MOST_THREADS, Math.max(1, cores - 1))
  // Each thread and the rest of the worker need a connection.
  return config.EMAIL_PROVIDER === 'smtp' ? Math.min(wanted, config.SMTP_MAX_CONNECTIONS - 1) : wanted
}

/** How many connections each of the threads keeps where all together need not keep to a limit. */
export function unsharedConnections(threads: number): number {
  return Math.ceil(SES_CONNECTIONS / Math.max(1, threads))
}

/**
 * Divides connections among the threads and the rest of a worker. All together do not exceed their number. The threads
 * get none where there are too few for each of them and the rest.
 */
export function divideConnections(connections: number, threads: number): Division {
  if (threads === 0 || connections <= threads) return { ofThread: 0, ofRest: connections }
  const ofThread = Math.max(1, Math.floor((connections * CAMPAIGN_SHARE) / threads))
  return { ofThread, ofRest: connections - ofThread * threads }
}

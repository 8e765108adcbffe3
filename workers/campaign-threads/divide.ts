import { availableParallelism } from 'node:os'
import type { Config } from '../../runtime/config.js'

/** How many threads send campaigns, and how the connections to the provider are divided meanwhile. */
export interface Division {
  /** With 0 threads campaigns are sent in the event loop of the worker. */
  threads: number
  /** Connections of each thread; undefined for no limit. */
  ofThread: number | undefined
  /** Connections of the rest of the worker; undefined for no limit. */
  ofRest: number | undefined
}

const MOST_THREADS = 4
// The default of the client for SES. SES does not limit connections.
const SES_CONNECTIONS = 50
// The other connections are for transactional mail and workflows, which submit beside a campaign.
const CAMPAIGN_SHARE = 0.6

/** Divides a worker into threads by its settings. All connections together do not exceed SMTP_MAX_CONNECTIONS. */
export function divideWorker(
  config: Pick<Config, 'CAMPAIGN_THREADS' | 'EMAIL_PROVIDER' | 'SMTP_MAX_CONNECTIONS'>,
  cores = availableParallelism(),
): Division {
  const wanted = config.CAMPAIGN_THREADS ?? Math.min(MOST_THREADS, Math.max(1, cores - 1))
  if (config.EMAIL_PROVIDER === 'ses') {
    return { threads: wanted, ofThread: Math.ceil(SES_CONNECTIONS / Math.max(1, wanted)), ofRest: undefined }
  }
  if (config.EMAIL_PROVIDER === 'log') return { threads: wanted, ofThread: undefined, ofRest: undefined }
  const { SMTP_MAX_CONNECTIONS: connections } = config
  // Each thread and the rest of the worker need a connection.
  const threads = Math.min(wanted, connections - 1)
  if (threads === 0) return { threads, ofThread: undefined, ofRest: undefined }
  const ofThread = Math.max(1, Math.floor((connections * CAMPAIGN_SHARE) / threads))
  return { threads, ofThread, ofRest: connections - ofThread * threads }
}

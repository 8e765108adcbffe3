import { ConfigError, type Config } from '../runtime/config.js'

/** The times of a worker's shutdown. */
export interface ShutdownTimes {
  /** How long activities may go on before they are cancelled, and with them the webhooks that are being called. */
  graceMs: number
  /** How long the whole shutdown may take. */
  deadlineMs: number
}

// To record the outcomes of the last submissions, and to close the connections.
const RECORD_SECONDS = 5

/**
 * A worker that stops waits for the provider's answers to what it has submitted, so that no outcome becomes unknown.
 * Throws ConfigError when SHUTDOWN_TIMEOUT_SECONDS is too short for that.
 */
export function shutdownTimes(
  config: Pick<Config, 'PROVIDER_TIMEOUT_SECONDS' | 'SHUTDOWN_TIMEOUT_SECONDS'>,
): ShutdownTimes {
  const least = config.PROVIDER_TIMEOUT_SECONDS + RECORD_SECONDS
  const { SHUTDOWN_TIMEOUT_SECONDS: seconds = least } = config
  if (seconds < least) {
    const reason = `a worker needs ${least}: PROVIDER_TIMEOUT_SECONDS, and ${RECORD_SECONDS} to record the outcome`
    throw new ConfigError([{ setting: 'SHUTDOWN_TIMEOUT_SECONDS', message: reason }])
  }
  return { graceMs: (seconds - RECORD_SECONDS) * 1_000, deadlineMs: seconds * 1_000 }
}

import { ConfigError, type Config } from '../runtime/config.js'

/** The times of a worker's shutdown. */
export interface ShutdownTimes {
  /** How long activities may go on before they are cancelled; a cancelled activity aborts its call of a webhook. */
  graceMs: number
  /** How long the whole shutdown may take. */
  deadlineMs: number
}

// The time to record the outcomes of the last submissions and to close the connections.
const RECORD_SECONDS = 5

/**
 * The times of a worker's shutdown. A stopping worker waits for the provider's answers to the emails that it has
 * submitted, so that no outcome becomes unknown. Throws ConfigError if SHUTDOWN_TIMEOUT_SECONDS is too short for that.
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

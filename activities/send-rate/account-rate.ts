import type { EmailProvider } from '../providers/provider.js'

/** The current sending rate of the provider's account. */
export interface AccountRate {
  /** Sends a second; Infinity for no limit. */
  current: () => number
  stop(): void
}

/** The rate for a provider that reports none: the initial rate of an AWS account. */
export const DEFAULT_RATE = 14
const ASK_EVERY_MS = 30_000

/**
 * Polls the rate that the provider allows the account, because quotas grow with use. The default rate holds until the
 * first answer and for a provider that reports none; afterwards the last known rate holds.
 */
export function followAccountRate(provider: EmailProvider, onFailure: (error: unknown) => void): AccountRate {
  let rate = DEFAULT_RATE
  const ask = async (): Promise<void> => {
    try {
      const allowed = await provider.maxSendRate?.()
      if (allowed !== undefined && allowed > 0) rate = allowed
    } catch (error) {
      onFailure(error)
    }
  }
  void ask()
  const timer = setInterval(() => void ask(), ASK_EVERY_MS).unref()
  return { current: () => rate, stop: () => clearInterval(timer) }
}

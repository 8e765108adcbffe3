import type { EmailProvider } from '../providers/provider.js'

/** The sending rate of an account, kept up to date. */
export interface AccountRate {
  /** Sends a second; Infinity for no limit. */
  current: () => number
  stop(): void
}

/** The rate for a provider that says nothing of its own: what AWS gives an account to begin with. */
export const USUAL_RATE = 14
const ASK_EVERY_MS = 30_000

/**
 * Follows the rate that the provider allows the account, because quotas grow with use. Until it has answered,
 * and where it answers nothing, the usual rate holds; afterwards the last one known.
 */
export function followAccountRate(provider: EmailProvider, onFailure: (error: unknown) => void): AccountRate {
  let rate = USUAL_RATE
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

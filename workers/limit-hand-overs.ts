import type { EmailProvider } from '../activities/providers/provider.js'
import { createLimiter, type Limiter } from '../runtime/concurrency/limiter.js'

const DEFAULT_HAND_OVERS = 50

/** Limits the hand-overs of campaigns to as many as the provider takes concurrently, so that a waiting one can be cancelled. */
export function limitHandOvers({ sideBySide = DEFAULT_HAND_OVERS }: EmailProvider): Limiter {
  return createLimiter({ concurrency: sideBySide })
}

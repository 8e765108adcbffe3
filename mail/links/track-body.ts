import { createTrackingTokens, type TrackedMessage } from './tracking-tokens.js'
import type { Budget } from '../rendering/threads/budget.js'
import { isTrackable, trackLinks, withoutMarks } from './track-links.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** A rendered body and the targets of its links and its pixel. */
export interface TrackedBody {
  html: string
  isTracked: boolean
  message: TrackedMessage
  /** The recipient's pages, whose links stay as they are. */
  keep: readonly string[]
  settings: { trackingUrl: string; encryptionKeys: EncryptionKeys }
}

/**
 * The body as it leaves: where it is tracked, with its links through our tracking URL and with the pixel. Throws
 * OverBudget.
 */
export function trackBody({ html, isTracked, message, keep, settings }: TrackedBody, budget: Budget | null): string {
  budget?.admitHtml(html)
  if (!isTracked) return withoutMarks(html)
  const tokens = createTrackingTokens(settings.encryptionKeys)
  return trackLinks(html, {
    linkTo(target) {
      budget?.checkTime()
      return `${settings.trackingUrl}/c/${tokens.forClick(message, target)}`
    },
    pixelUrl: `${settings.trackingUrl}/o/${tokens.forOpen(message)}.gif`,
    isTracked: (target) => isTrackable(target, keep),
  })
}

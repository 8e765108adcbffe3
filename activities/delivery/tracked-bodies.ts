import type { EmailRecord } from '../../models/email.js'
import type { RecipientLinks } from '../../models/recipient-links.js'
import { textFromHtml } from '../../models/rendering/html-to-text.js'
import { trackLinks } from '../../models/rendering/track-links.js'
import { createTrackingTokens } from '../../models/tracking-tokens.js'
import type { AddressSettings } from './deps.js'

/**
 * Both bodies of a message that is tracked: in the HTML, links and a pixel that lead to us. The text is made of the
 * HTML before that, because a person reads its addresses.
 */
export function trackedBodies(
  { _id: emailId, projectId }: EmailRecord,
  html: string,
  { unsubscribeUrl, subscribeUrl, manageUrl }: RecipientLinks,
  { trackingUrl, encryptionKey }: AddressSettings,
): { html: string; text: string } {
  const tokens = createTrackingTokens(encryptionKey)
  const message = { projectId, emailId }
  const tracked = trackLinks(html, {
    linkTo: (target) => `${trackingUrl}/c/${tokens.forClick(message, target)}`,
    pixelUrl: `${trackingUrl}/o/${tokens.forOpen(message)}.gif`,
    keep: [unsubscribeUrl, subscribeUrl, manageUrl],
  })
  return { html: tracked, text: textFromHtml(html) }
}

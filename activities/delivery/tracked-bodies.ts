import type { EmailRecord } from '../../models/email.js'
import type { RecipientLinks } from '../../mail/links/recipient-links.js'
import { textFromHtml, withTracking } from '../../mail/rendering/rendered-html.js'
import type { AddressSettings } from '../../mail/links/address-settings.js'

/**
 * Both bodies of a tracked message: in the HTML, links and a pixel that lead to us. The text version keeps the original
 * addresses, because people read them. Throws RenderError.
 */
export async function trackedBodies(
  { _id: emailId, projectId }: EmailRecord,
  html: string,
  { unsubscribeUrl, subscribeUrl, manageUrl }: RecipientLinks,
  { trackingUrl, encryptionKeys }: AddressSettings,
): Promise<{ html: string; text: string }> {
  const keep = [unsubscribeUrl, subscribeUrl, manageUrl]
  const settings = { trackingUrl, encryptionKeys }
  return {
    html: await withTracking({ html, message: { projectId, emailId }, keep, settings }),
    text: await textFromHtml(html, projectId),
  }
}

import type { BodyFinish } from '../compiled/compile-variant.js'
import type { FilledBodies } from '../compiled/compiled-template.js'
import type { AddressSettings } from '../links/address-settings.js'
import type { RecipientLinks } from '../links/recipient-links.js'
import { encodeBodies } from '../mime/quoted-printable.js'
import { bodyWithFooter, textFromHtml, withTracking } from '../rendering/rendered-html.js'

/** A rendered body, and the recipient it was rendered for. */
export interface WholeBody {
  /** The text version of a body that shows no text. */
  subject: string
  html: string
  emailId: string
  links: RecipientLinks
}

/**
 * Finishes one recipient's body: adds the footer, the tracked links and the pixel, and makes the text version. The text
 * version keeps the original addresses, because people read them. Throws RenderError.
 */
export async function finishBody(
  { subject, html, emailId, links }: WholeBody,
  { projectId, footer, isTracked }: BodyFinish,
  settings: AddressSettings,
): Promise<FilledBodies> {
  const { html: body, offersUnsubscribe } = await bodyWithFooter(projectId, { html, links, footer })
  const keep = [links.unsubscribeUrl, links.subscribeUrl, links.manageUrl]
  const { trackingUrl, encryptionKeys } = settings
  const tracking = { message: { projectId, emailId }, keep, settings: { trackingUrl, encryptionKeys } }
  const tracked = isTracked ? await withTracking({ html: body, ...tracking }) : body
  const text = (await textFromHtml(body, projectId)) || subject
  return { bodies: encodeBodies({ html: tracked, text }), offersUnsubscribe }
}

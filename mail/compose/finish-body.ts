import type { BodyFinish } from '../compiled/compile-variant.js'
import type { FilledBodies } from '../compiled/compiled-template.js'
import type { LinkParameter } from '../../models/domain/utm.js'
import type { AddressSettings } from '../links/address-settings.js'
import type { RecipientLinks } from '../links/recipient-links.js'
import { encodeBodies } from '../mime/quoted-printable.js'
import { bodyWithFooter, bodyWithParameters, textFromHtml, withTracking } from '../rendering/rendered-html.js'

/** A rendered body, and the recipient it was rendered for. */
export interface WholeBody {
  /** The text version of a body that shows no text. */
  subject: string
  html: string
  emailId: string
  links: RecipientLinks
  /** The parameters that its web links get. */
  parameters: readonly LinkParameter[]
}

/** A finished body, as its recipient reads it. */
export interface FinishedBody {
  /** With the footer, and with the addresses that its author wrote, which have the parameters of the message. */
  html: string
  /** The same as it leaves: its links and a pixel lead to us where they are tracked. */
  tracked: string
  text: string
  /** Whether a visible link leads to the page to unsubscribe or to manage. */
  offersUnsubscribe: boolean
  hasFooter: boolean
}

/** Finishes one recipient's body, and encodes it for its message. Throws RenderError. */
export async function finishBody(
  body: WholeBody,
  finish: BodyFinish,
  settings: AddressSettings,
): Promise<FilledBodies> {
  const { tracked, text, offersUnsubscribe } = await finishHtml(body, finish, settings)
  return { bodies: encodeBodies({ html: tracked, text }), offersUnsubscribe }
}

/**
 * Finishes one recipient's body: adds the parameters of links, the footer, the tracked links and the pixel, and makes
 * the text version. The text version keeps the original addresses, because people read them. Throws RenderError.
 */
export async function finishHtml(
  { subject, html, emailId, links, parameters }: WholeBody,
  { projectId, footer, isTracked }: BodyFinish,
  settings: AddressSettings,
): Promise<FinishedBody> {
  const keep = [links.unsubscribeUrl, links.subscribeUrl, links.manageUrl]
  const linked = await bodyWithParameters(projectId, { html, parameters, keep })
  const { html: body, offersUnsubscribe } = await bodyWithFooter(projectId, { html: linked, links, footer })
  const { trackingUrl, encryptionKeys } = settings
  const tracking = { message: { projectId, emailId }, keep, settings: { trackingUrl, encryptionKeys } }
  const tracked = await withTracking({ html: body, isTracked, ...tracking })
  const text = (await textFromHtml(body, projectId)) || subject
  return { html: body, tracked, text, offersUnsubscribe, hasFooter: body !== linked }
}

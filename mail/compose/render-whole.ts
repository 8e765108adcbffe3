import { newId } from '../../runtime/ids.js'
import type { ProjectRecord } from '../../models/project.js'
import { wholeOf } from '../compiled/template-fields.js'
import type { AddressSettings } from '../links/address-settings.js'
import { withoutMarks } from '../links/track-links.js'
import { linksWithToken, type RecipientLinks } from '../links/recipient-links.js'
import { finishHtml } from './finish-body.js'
import { localise, type Localisable } from './localise.js'
import { renderContent } from './render-content.js'

/** A message to be shown in the dashboard or the API. */
export interface ShownMessage extends Localisable {
  project: ProjectRecord
  /** Of its recipient, with `shownLinks`. */
  variables: Record<string, unknown>
}

/** A message as its recipient would read it. */
export interface WholeMessage {
  subject: string
  /** With the footer, and with links as they lead on: with the parameters of the message, but not tracked. */
  html: string
  text: string
  /** Of the HTML as it leaves, with its tracked links. */
  sizeBytes: number
  /** The link by which the recipient can unsubscribe: the author's own, that of the footer, or none. */
  wayOut: 'own link' | 'footer' | 'none'
}

/** Links that lead nowhere, for messages that are shown: a click on one must not unsubscribe the recipient. */
export function shownLinks(gatewayUrl: string): RecipientLinks {
  return linksWithToken('preview', gatewayUrl)
}

/** Renders a message as delivery does. Throws RenderError. */
export async function renderWhole(message: ShownMessage, settings: AddressSettings): Promise<WholeMessage> {
  const { variables, project } = message
  const { content, finish } = localise(message, variables['locale'])
  const { subject, body, parameters } = await renderContent(content, variables, project)
  const html = typeof body === 'string' ? body : wholeOf(body)
  // The tracked links are only measured, so that any id will do.
  const whole = { subject, html, emailId: newId(), links: shownLinks(settings.gatewayUrl), parameters }
  const { html: finished, tracked, text, offersUnsubscribe, hasFooter } = await finishHtml(whole, finish, settings)
  const own = offersUnsubscribe ? 'own link' : 'none'
  return {
    subject,
    html: withoutMarks(finished),
    text,
    sizeBytes: Buffer.byteLength(tracked),
    wayOut: hasFooter ? 'footer' : own,
  }
}

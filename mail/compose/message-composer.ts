import type { CompileOptions, FilledBodies } from '../compiled/compiled-template.js'
import { htmlOf } from '../compiled/placeholders.js'
import type { AddressSettings } from '../links/address-settings.js'
import { recipientLinks, tokenOf } from '../links/recipient-links.js'
import { envelopeOf } from '../mime/envelope.js'
import { composeMessage } from '../mime/mime.js'
import { finishBody } from './finish-body.js'
import { localise } from './localise.js'
import type { ComposedMessage, Message } from './message.js'
import { renderContent } from './render-content.js'
import { TemplateCache } from './template-cache.js'
import { variablesOf } from './variables.js'

/** Composes messages. Throws RenderError. */
export type ComposeMessage = (message: Message, options?: CompileOptions) => Promise<ComposedMessage>

// Messages that are finished as wholes meanwhile would slow the compilation down.
const PATIENT: CompileOptions = { timeoutMs: 2_000 }

/**
 * A composer for the messages of all sources, with an empty cache of compiled templates. The first message of a content
 * is finished as a whole: compiling costs as much as three or four of these, and most inline content is used once. From
 * the second message on, a compiled template is filled in. `onComposed` is told whether it was.
 */
export function createMessageComposer(
  settings: AddressSettings,
  onComposed: (isFilledIn: boolean) => void = () => undefined,
): ComposeMessage {
  const templates = new TemplateCache(settings)

  return async (message, options = PATIENT) => {
    const { email, contact, project, attachments } = message
    const { _id: emailId, projectId, contactId } = email
    const links = recipientLinks({ projectId, contactId, emailId }, settings)
    const variables = variablesOf(email, contact, links)
    const { content, contentKey, finish } = localise(message, variables.locale)
    const { subject, body } = await renderContent(content, variables, project._id)
    let filled: FilledBodies | null = null
    if (typeof body !== 'string') {
      const recipient = { message: { projectId, emailId }, token: tokenOf(links) }
      filled = await templates.templateOf(contentKey, finish).fill(body, recipient, options)
    }
    onComposed(filled !== null)
    const html = () => (typeof body === 'string' ? body : htmlOf(body))
    const { bodies, offersUnsubscribe } =
      filled ?? (await finishBody({ html: html(), emailId, links }, finish, settings))
    // Transactional mail has the header only when its author links to one of the pages.
    const isUnsubscribable = email.type !== 'TRANSACTIONAL' || offersUnsubscribe
    const raw = await composeMessage({
      ...envelopeOf(email),
      subject,
      bodies,
      unsubscribeUrl: isUnsubscribable ? links.unsubscribeUrl : undefined,
      headers: Object.fromEntries(email.headers),
      attachments,
    })
    return { raw, subject, isTracked: finish.isTracked }
  }
}

import type { FilledBodies } from '../compiled/compiled-template.js'
import { wholeOf } from '../compiled/template-fields.js'
import type { AddressSettings } from '../links/address-settings.js'
import { linksOf, tokenOf, type RecipientLinks } from '../links/recipient-links.js'
import { envelopeOf } from '../mime/envelope.js'
import { composeMessage } from '../mime/mime.js'
import { finishBody } from './finish-body.js'
import { localise, type LocalisedContent } from './localise.js'
import type { ComposedMessage, Message } from './message.js'
import { renderContent, type RenderedContent } from './render-content.js'
import { TemplateCache } from './template-cache.js'
import { variablesOf } from './variables.js'

/** Composes the messages of all sources. Each method throws RenderError. */
export interface MessageComposer {
  compose(message: Message): Promise<ComposedMessage>
  /** Compiles the content of a message, so that even the first message of the content fills in a compiled template. */
  prepare(message: Message): Promise<void>
}

/** Observers of a composer. */
export interface ComposerObservers {
  /** Called for each message: `isFilledIn` says whether the message filled in a compiled template. */
  onComposed?: (isFilledIn: boolean) => void
  onCompiling?: (compiling: Promise<void>) => void
}

const ignore = (): void => undefined

/**
 * A composer with an empty cache of compiled templates. The first messages of a content are finished as wholes, and
 * later messages fill in a compiled template. Both ways give the same message.
 */
export function createMessageComposer(
  settings: AddressSettings,
  { onComposed = ignore, onCompiling = ignore }: ComposerObservers = {},
): MessageComposer {
  const templates = new TemplateCache(settings, onCompiling)

  return {
    async compose(message) {
      const { localised, rendered, links } = await renderFor(message, settings)
      const { contentKey, finish } = localised
      const { subject, body, parameters } = rendered
      const { _id: emailId, projectId } = message.email
      const recipient = { message: { projectId, emailId }, token: tokenOf(links), parameters }
      const filled = typeof body === 'string' ? null : templates.templateOf(contentKey, finish).fill(body, recipient)
      onComposed(filled !== null)
      const whole = () => ({
        subject,
        html: typeof body === 'string' ? body : wholeOf(body),
        emailId,
        links,
        parameters,
      })
      const bodies = filled ?? (await finishBody(whole(), finish, settings))
      return { raw: await write(message, { subject, links }, bodies), subject, isTracked: finish.isTracked }
    },

    async prepare(message) {
      const { localised, rendered, links } = await renderFor(message, settings)
      const { contentKey, finish } = localised
      const { body, parameters } = rendered
      const recipient = { token: tokenOf(links), parameters }
      if (typeof body !== 'string') await templates.templateOf(contentKey, finish).prepare(body, recipient)
    },
  }
}

interface RenderedMessage {
  localised: LocalisedContent
  rendered: RenderedContent
  links: RecipientLinks
}

async function renderFor(message: Message, settings: AddressSettings): Promise<RenderedMessage> {
  const links = linksOf(message.email, settings)
  const variables = variablesOf(message.email, message.contact, links)
  const localised = localise(message, variables.locale)
  return { localised, rendered: await renderContent(localised.content, variables, message.project), links }
}

function write(
  { email, attachments }: Message,
  { subject, links }: { subject: string; links: RecipientLinks },
  { bodies, offersUnsubscribe }: FilledBodies,
): Promise<Buffer> {
  // Transactional mail has the header only when its author links to one of the pages.
  const isUnsubscribable = email.type !== 'TRANSACTIONAL' || offersUnsubscribe
  const unsubscribeUrl = isUnsubscribable ? links.unsubscribeUrl : undefined
  return composeMessage({ ...envelopeOf(email), subject, bodies, unsubscribeUrl, attachments })
}

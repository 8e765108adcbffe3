import { readAttachment } from '../../commands/emails/attachments.js'
import { withSharedVariables } from '../../commands/emails/shared-variables.js'
import { loadContent } from '../../commands/emails/store-content.js'
import { unescapeData } from '../../models/domain/fields.js'
import { isTracked } from '../../models/domain/tracking.js'
import type { EmailRecord } from '../../models/email.js'
import { recipientLinks, type RecipientLinks } from '../../mail/links/recipient-links.js'
import { contactScope } from '../../mail/rendering/contact-scope.js'
import { renderEmail } from '../../mail/rendering/render-email.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import { composeMessage } from '../../mail/mime/mime.js'
import type { AddressSettings } from '../../mail/links/address-settings.js'
import { envelopeOf } from '../../mail/mime/envelope.js'
import type { ComposedEmail } from './deps.js'
import type { Eligible } from './check-eligibility.js'
import { trackedBodies } from './tracked-bodies.js'

/** Renders an email for its recipient and composes the message, or answers the reason why it cannot be composed. */
export async function composeEmail(
  stored: EmailRecord,
  eligible: Eligible,
  settings: AddressSettings,
): Promise<ComposedEmail | { reason: string }> {
  const email = await withSharedVariables(stored)
  const content = email && (await loadContent(email.projectId, email.contentId))
  if (!content) return { reason: 'The content of this email is no longer kept' }
  const links = recipientLinks({ projectId: email.projectId, contactId: email.contactId, emailId: email._id }, settings)
  try {
    const { project } = eligible
    const rendered = await renderEmail(content, variablesOf(email, eligible, links), {
      type: email.type,
      project,
      links,
    })
    return await build(email, eligible, rendered, { links, settings })
  } catch (error) {
    if (error instanceof RenderError) return { reason: error.message }
    throw error
  }
}

/** The variables of an email's templates. */
export function variablesOf(email: EmailRecord, { contact }: Eligible, links: RecipientLinks): Record<string, unknown> {
  const { data = {}, scope = {} } = unescapeData(email.variables ?? {})
  return { ...contactScope(contact, data), ...links, ...scope }
}

async function build(
  email: EmailRecord,
  { project }: Eligible,
  { subject, html }: { subject: string; html: string },
  { links, settings }: { links: RecipientLinks; settings: AddressSettings },
): Promise<ComposedEmail> {
  const { unsubscribeUrl, manageUrl } = links
  const offersUnsubscribe = [unsubscribeUrl, manageUrl].some((url) => html.includes(url))
  const attachments = await Promise.all(
    email.attachments.map(async ({ fileId, contentId, ...file }) => ({
      ...file,
      ...(contentId ? { contentId } : {}),
      content: await readAttachment(fileId),
    })),
  )
  const isTrackedByUs = isTracked(email, project.tracking)
  const raw = await composeMessage({
    ...envelopeOf(email),
    subject,
    ...(isTrackedByUs ? await trackedBodies(email, html, links, settings) : { html }),
    // Transactional mail has the header only when its author links to one of the pages.
    ...(email.type !== 'TRANSACTIONAL' || offersUnsubscribe ? { unsubscribeUrl } : {}),
    headers: Object.fromEntries(email.headers),
    attachments,
  })
  return { raw, subject, isTracked: isTrackedByUs }
}

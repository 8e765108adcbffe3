import { readAttachment } from '../../models/attachments.js'
import { loadContent } from '../../models/commands/store-content.js'
import { unescapeData } from '../../models/domain/fields.js'
import type { EmailRecord } from '../../models/email.js'
import { recipientLinks, type RecipientLinks } from '../../models/recipient-links.js'
import { chooseTranslation } from '../../models/rendering/choose-translation.js'
import { contactScope } from '../../models/rendering/contact-scope.js'
import { withFooter } from '../../models/rendering/footer.js'
import { RenderError, renderMessage } from '../../models/rendering/render-message.js'
import { composeMessage } from '../clients/mime.js'
import type { DeliverySettings } from './deps.js'
import type { Clearance } from './find-obstacle.js'

/** Fills in an email for its recipient and builds the message, or says why that cannot be done. */
export async function composeEmail(
  email: EmailRecord,
  clearance: Clearance,
  settings: DeliverySettings,
): Promise<{ raw: Buffer } | { reason: string }> {
  const content = await loadContent(email.projectId, email.contentId)
  if (!content) return { reason: 'The content of this email is no longer kept' }
  const links = recipientLinks({ projectId: email.projectId, contactId: email.contactId, emailId: email._id }, settings)
  try {
    const variables = variablesOf(email, clearance, links)
    const language = clearance.project.language
    const source = chooseTranslation(content, variables.locale, language)
    const { subject, html } = renderMessage(source, variables)
    return { raw: await build(email, clearance, links, { subject, html, locale: variables.locale }) }
  } catch (error) {
    if (error instanceof RenderError) return { reason: error.message }
    throw error
  }
}

function variablesOf(
  email: EmailRecord,
  { contact }: Clearance,
  links: RecipientLinks,
): Record<string, unknown> & { locale?: unknown } {
  const { data = {}, scope = {} } = unescapeData(email.variables ?? {})
  return { ...contactScope(contact, data), ...links, ...scope }
}

async function build(
  email: EmailRecord,
  { project }: Clearance,
  links: RecipientLinks,
  rendered: { subject: string; html: string; locale: unknown },
): Promise<Buffer> {
  const { unsubscribeUrl, manageUrl } = links
  const locale = typeof rendered.locale === 'string' ? rendered.locale : project.language
  const footer = { locale, projectName: project.name, unsubscribeUrl, manageUrl }
  const html = email.type === 'MARKETING' ? withFooter(rendered.html, footer) : rendered.html
  const linksOut = [unsubscribeUrl, manageUrl].some((url) => html.includes(url))
  const attachments = await Promise.all(
    email.attachments.map(async ({ fileId, contentId, ...file }) => ({
      ...file,
      ...(contentId ? { contentId } : {}),
      content: await readAttachment(fileId),
    })),
  )
  return composeMessage({
    emailId: email._id,
    projectId: email.projectId,
    ...(email.campaignId ? { campaignId: email.campaignId } : {}),
    sourceType: email.sourceType,
    type: email.type,
    from: { address: email.from, ...(email.fromName ? { name: email.fromName } : {}) },
    to: { address: email.to, ...(email.toName ? { name: email.toName } : {}) },
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
    subject: rendered.subject,
    html,
    // Transactional mail offers the way out only when its author does.
    ...(email.type !== 'TRANSACTIONAL' || linksOut ? { unsubscribeUrl } : {}),
    headers: Object.fromEntries(email.headers),
    attachments,
  })
}

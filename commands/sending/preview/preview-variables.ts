import { variablesFor } from '../../../models/domain/data.js'
import { escapeData, unescapeData } from '../../../models/domain/fields.js'
import { shownLinks } from '../../../mail/compose/render-whole.js'
import { contactScope } from '../../../mail/rendering/contact-scope.js'
import { findPreviewed, type PreviewRecipient } from './preview-recipient.js'

/**
 * The variables of a message for its recipient, with links that lead nowhere. Nothing is stored. Throws
 * CONTACT_NOT_FOUND.
 */
export async function previewVariables(
  projectId: string,
  recipient: PreviewRecipient,
  gatewayUrl: string,
): Promise<Record<string, unknown>> {
  const { patch, language } = recipient
  const contact = await findPreviewed(projectId, recipient)
  const stored = unescapeData(contact?.data ?? {})
  const data = { ...variablesFor(stored, patch), ...(language === null ? {} : { locale: language }) }
  const links = shownLinks(gatewayUrl)
  return contact ? { ...contactScope({ ...contact, data: escapeData(data) }), ...links } : { ...data, data, ...links }
}

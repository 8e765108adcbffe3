import { Contact } from '../../models/contact.js'
import { variablesFor, type DataPatch } from '../../models/domain/data.js'
import { invalid, notFound, type AppError } from '../../models/domain/errors.js'
import { escapeData, unescapeData } from '../../models/domain/fields.js'
import type { ProjectRecord } from '../../models/project.js'
import type { RecipientLinks } from '../../mail/links/recipient-links.js'
import { contactScope } from '../../mail/rendering/contact-scope.js'
import { renderEmail } from '../../mail/rendering/render-email.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import { textFromHtml } from '../../mail/rendering/rendered-html.js'
import { findTemplate, type TemplateRef } from './find-template.js'

/** The contact that a preview is rendered for, and data that overrides its fields. */
export interface PreviewInput {
  project: ProjectRecord
  contactId: string | null
  patch: DataPatch
}

/**
 * Renders a template as delivery does, except for the recipient's links. They lead nowhere, because a click in a
 * preview must not unsubscribe the contact. Throws TEMPLATE_NOT_FOUND, CONTACT_NOT_FOUND, and VALIDATION_ERROR on
 * `subject` or `body` if the template cannot be rendered with these values.
 */
export async function previewTemplate(
  ref: TemplateRef,
  { project, contactId, patch }: PreviewInput,
  { gatewayUrl }: { gatewayUrl: string },
): Promise<{ subject: string; html: string; text: string }> {
  const template = await findTemplate(ref)
  const links = placeholderLinks(gatewayUrl)
  const variables = { ...(await scopeFor(ref.projectId, contactId, patch)), ...links }
  try {
    const { subject, html } = await renderEmail(template, variables, { type: template.type, project, links })
    return { subject, html, text: (await textFromHtml(html, ref.projectId)) || subject }
  } catch (error) {
    throw error instanceof RenderError ? asFieldError(error) : error
  }
}

async function scopeFor(
  projectId: string,
  contactId: string | null,
  patch: DataPatch,
): Promise<Record<string, unknown>> {
  if (contactId === null) {
    const data = variablesFor({}, patch)
    return { ...data, data }
  }
  const contact = await Contact.findOne({ _id: contactId, projectId }).lean()
  if (!contact) throw notFound('contact', contactId)
  return contactScope({ ...contact, data: escapeData(variablesFor(unescapeData(contact.data ?? {}), patch)) })
}

function placeholderLinks(gatewayUrl: string): RecipientLinks {
  return {
    unsubscribeUrl: `${gatewayUrl}/unsubscribe/preview`,
    subscribeUrl: `${gatewayUrl}/subscribe/preview`,
    manageUrl: `${gatewayUrl}/manage/preview`,
  }
}

function asFieldError({ message, place: { part = 'body', ...position } }: RenderError): AppError {
  return invalid([{ field: part, message, code: 'custom', ...position }])
}

import { renderWhole } from '../../../mail/compose/render-whole.js'
import type { AddressSettings } from '../../../mail/links/address-settings.js'
import { RenderError } from '../../../mail/rendering/render-message.js'
import { invalid, type AppError } from '../../../models/domain/errors.js'
import type { ProjectRecord } from '../../../models/project.js'
import type { PreviewRecipient } from '../preview/preview-recipient.js'
import { previewVariables } from '../preview/preview-variables.js'
import { unsentEmail } from '../preview/unsent-email.js'
import { findTemplate, type TemplateRef } from './find-template.js'

/** The project of a preview, the contact that it is rendered for, and data that overrides its fields. */
export interface PreviewInput extends Pick<PreviewRecipient, 'contactId' | 'patch'> {
  project: ProjectRecord
}

/**
 * Renders a template as delivery does, except for the recipient's links. They lead nowhere, because a click in a
 * preview must not unsubscribe the contact. Throws TEMPLATE_NOT_FOUND, CONTACT_NOT_FOUND, and VALIDATION_ERROR on
 * `subject` or `body` if the template cannot be rendered with these values.
 */
export async function previewTemplate(
  ref: TemplateRef,
  { project, ...recipient }: PreviewInput,
  settings: AddressSettings,
): Promise<{ subject: string; html: string; text: string }> {
  const { projectId } = ref
  const content = await findTemplate(ref)
  const about = { ...recipient, address: null, language: null }
  const variables = await previewVariables(projectId, about, settings.gatewayUrl)
  try {
    const email = unsentEmail(projectId, content.type)
    const { subject, html, text } = await renderWhole({ email, content, project, variables }, settings)
    return { subject, html, text }
  } catch (error) {
    throw error instanceof RenderError ? asFieldError(error) : error
  }
}

function asFieldError({ message, place: { part = 'body', ...position } }: RenderError): AppError {
  return invalid([{ field: part, message, code: 'custom', ...position }])
}

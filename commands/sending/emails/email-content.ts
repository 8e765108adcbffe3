import { renderWhole, shownLinks } from '../../../mail/compose/render-whole.js'
import { variablesOf } from '../../../mail/compose/variables.js'
import type { AddressSettings } from '../../../mail/links/address-settings.js'
import type { ScopedContact } from '../../../mail/rendering/contact-scope.js'
import { RenderError } from '../../../mail/rendering/render-message.js'
import { perform } from '../../../mail/rendering/threads/perform.js'
import { Contact } from '../../../models/contact.js'
import { notFound } from '../../../models/domain/errors.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import type { ProjectRecord } from '../../../models/project.js'
import { ReceivedBody } from '../../../models/received-body.js'
import { strangerAt } from '../../audience/contacts/stranger-at.js'
import { contentGone } from './content-gone.js'
import { withSharedVariables } from './shared-variables.js'
import { loadContent } from './store-content.js'

/** The content of an email. */
export interface EmailContent {
  email: EmailRecord
  subject: string
  /** The hidden text before the first visible text or image; null without one. */
  preheader: string | null
  /** Null for a received email without HTML, and for one that cannot be rendered. */
  html: string | null
  text: string | null
  /** The reason why it cannot be rendered; null if it can. */
  fault: string | null
}

/**
 * The content of an email. A sent email is rendered again from its stored content and values, with the fields
 * that its contact has now and with links that lead nowhere. The subject is the one that the recipient saw. Throws
 * RESOURCE_NOT_FOUND, and CONTENT_GONE once the content is no longer kept.
 */
export async function emailContent(
  project: ProjectRecord,
  emailId: string,
  settings: AddressSettings,
): Promise<EmailContent> {
  const { _id: projectId } = project
  const email = await Email.findOne({ _id: emailId, projectId }).lean()
  if (!email) throw notFound('email', emailId)
  return email.sourceType === 'INBOUND' ? receivedContent(email) : sentContent(project, email, settings)
}

async function receivedContent(email: EmailRecord): Promise<EmailContent> {
  const body = await ReceivedBody.findOne({ _id: email._id, projectId: email.projectId }).lean()
  if (!body) throw contentGone(email.to === '' ? 'contact_deleted' : 'retention')
  const { html, text } = body
  return { email, subject: email.subject, preheader: null, html, text, fault: null }
}

async function sentContent(
  project: ProjectRecord,
  stored: EmailRecord,
  settings: AddressSettings,
): Promise<EmailContent> {
  const contact = await contactOf(stored)
  if (!contact || stored.to === '') throw contentGone('contact_deleted')
  const email = await withSharedVariables(stored)
  const content = email && (await loadContent(project._id, email.contentId))
  if (!content) throw contentGone('retention')
  const variables = variablesOf(email, contact, shownLinks(settings.gatewayUrl))
  try {
    const { subject, html, text } = await renderWhole({ email, content, project, variables }, settings)
    if (isEmptied(stored) && subject !== '') throw contentGone('contact_deleted')
    const { preheader } = await perform(project._id, 'elements', html)
    return { email, subject: seenSubject(email, content.subject) ?? subject, preheader, html, text, fault: null }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    if (isEmptied(stored)) throw contentGone('contact_deleted')
    return { email, subject: email.subject, preheader: null, html: null, text: null, fault: error.message }
  }
}

// An email whose outcome came from the provider alone still has its subject in Liquid.
function seenSubject({ sentAt, subject }: EmailRecord, written: string): string | null {
  return sentAt && subject !== written ? subject : null
}

// The deletion of a contact also empties emails to others that mention it. A rendered subject may be empty, too.
function isEmptied({ subject, variables }: EmailRecord): boolean {
  return subject === '' && variables === null
}

async function contactOf(email: EmailRecord): Promise<ScopedContact | null> {
  const { projectId, contactId, to, createdAt } = email
  return contactId === '' ? strangerAt(to, createdAt) : Contact.findOne({ _id: contactId, projectId }).lean()
}

import { Contact } from '../../../models/contact.js'
import type { DataPatch } from '../../../models/domain/data.js'
import { notFound } from '../../../models/domain/errors.js'
import { Email } from '../../../models/email.js'
import type { EventRecord } from '../../../models/event.js'
import { newId } from '../../../runtime/ids.js'
import { registerEventName } from '../../base/events/event-names.js'
import { eventData, trackEvent } from './track-event.js'
import { writeEvent } from '../../base/events/write-events.js'

/** An event that a project reports, with or without a contact. */
export interface ReportedEvent {
  projectId: string
  name: string
  /** The contact's address; an unknown contact is created. */
  email?: string | undefined
  contactId?: string | undefined
  /**
   * The message to which the event belongs. Without `email` and `contactId`, the event belongs to the message's
   * contact.
   */
  emailId?: string | undefined
  patch: DataPatch
  subscribed?: boolean | undefined
}

/**
 * Stores an event together with the change of its contact. An event without a contact starts no workflow. Throws the
 * 404 of a contact or an email that the project does not have, the 404 of an email that belongs to another contact, and
 * VALIDATION_ERROR when the contact has no room for the data or the project for the name.
 */
export async function recordEvent(event: ReportedEvent): Promise<EventRecord> {
  const { projectId, name, patch, subscribed, emailId = null } = event
  const who = await findContact(event)
  if (who) return (await trackEvent({ projectId, who, name, patch, subscribed, emailId, claim: null })).event
  await registerEventName(projectId, name)
  return writeEvent({ id: newId(), projectId, contactId: null, emailId, name, data: eventData(patch) })
}

async function findContact(event: ReportedEvent): Promise<{ email: string } | { id: string } | null> {
  const { projectId, email, contactId, emailId } = event
  const message = emailId === undefined ? null : await findMessage(projectId, emailId)
  if (email !== undefined) return { email }
  if (contactId === undefined) return message && (await findExisting(projectId, message.contactId))
  // The contact is checked before the message is compared, so that the error names the unknown id.
  if (!(await findExisting(projectId, contactId))) throw notFound('contact', contactId)
  if (message && message.contactId !== contactId) throw notFound('email', message._id)
  return { id: contactId }
}

async function findMessage(projectId: string, emailId: string): Promise<{ _id: string; contactId: string }> {
  const message = await Email.findOne({ _id: emailId, projectId }, { contactId: 1 }).lean()
  if (!message) throw notFound('email', emailId)
  return message
}

async function findExisting(projectId: string, contactId: string): Promise<{ id: string } | null> {
  return (await Contact.exists({ _id: contactId, projectId })) ? { id: contactId } : null
}

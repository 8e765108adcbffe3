import { Contact } from '../../models/contact.js'
import type { DataPatch } from '../../models/domain/data.js'
import { notFound } from '../../models/domain/errors.js'
import { Email } from '../../models/email.js'
import type { EventRecord } from '../../models/event.js'
import { newId } from '../../runtime/ids.js'
import { registerEventName } from './event-names.js'
import { eventData, trackEvent } from './track-event.js'
import { writeEvent } from './write-events.js'

/** An event that a project reports, with or without a contact. */
export interface ReportedEvent {
  projectId: string
  name: string
  /** The contact's address; an unknown contact is created. */
  email?: string | undefined
  contactId?: string | undefined
  /** The message that the event belongs to; without a contact, the event is of the message's contact. */
  emailId?: string | undefined
  patch: DataPatch
  subscribed?: boolean | undefined
}

/**
 * Stores an event, and the change of its contact with it. An event without a contact starts nothing. Throws the
 * 404 of a contact or an email that the project does not have, or that do not belong together, and
 * VALIDATION_ERROR when the contact has no room for the data, or the project for the name.
 */
export async function recordEvent(reported: ReportedEvent): Promise<EventRecord> {
  const { projectId, name, patch, subscribed, emailId = null } = reported
  const who = await findContact(reported)
  if (who) return (await trackEvent({ projectId, who, name, patch, subscribed, emailId, claim: null })).event
  await registerEventName(projectId, name)
  return writeEvent({ id: newId(), projectId, contactId: null, emailId, name, data: eventData(patch) })
}

async function findContact(reported: ReportedEvent): Promise<{ email: string } | { id: string } | null> {
  const { projectId, email, contactId, emailId } = reported
  const message = emailId === undefined ? null : await findMessage(projectId, emailId)
  if (email !== undefined) return { email }
  if (contactId === undefined) return message && (await stillThere(projectId, message.contactId))
  // Before the message is compared: an error names the first unknown id.
  if (!(await stillThere(projectId, contactId))) throw notFound('contact', contactId)
  if (message && message.contactId !== contactId) throw notFound('email', message._id)
  return { id: contactId }
}

async function findMessage(projectId: string, emailId: string): Promise<{ _id: string; contactId: string }> {
  const message = await Email.findOne({ _id: emailId, projectId }, { contactId: 1 }).lean()
  if (!message) throw notFound('email', emailId)
  return message
}

async function stillThere(projectId: string, contactId: string): Promise<{ id: string } | null> {
  return (await Contact.exists({ _id: contactId, projectId })) ? { id: contactId } : null
}

import { Contact, type ContactRecord } from '../../models/contact.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import type { LinkTarget } from '../../mail/links/recipient-links.js'

/** The project and the contact of a recipient's page; null for a deleted one. */
export interface Recipient {
  project: Pick<ProjectRecord, 'name' | 'language'> | null
  contact: Pick<ContactRecord, 'email' | 'subscribed' | 'snoozedUntil' | 'data'> | null
}

/** The recipient to whom a link belongs. The contact's data holds only the field `locale`. */
export async function findRecipient({ projectId, contactId }: LinkTarget): Promise<Recipient> {
  const [project, contact] = await Promise.all([
    Project.findOne({ _id: projectId }, { name: 1, language: 1 }).lean(),
    Contact.findOne({ _id: contactId, projectId }, { email: 1, subscribed: 1, snoozedUntil: 1, 'data.locale': 1 }).lean<
      NonNullable<Recipient['contact']>
    >(),
  ])
  return { project, contact: project && contact }
}

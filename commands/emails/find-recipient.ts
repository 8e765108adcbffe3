import { Contact, type ContactRecord } from '../../models/contact.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import type { LinkTarget } from '../../mail/links/recipient-links.js'

/** The project and the contact of a recipient's page, each null once it is deleted. */
export interface Recipient {
  project: Pick<ProjectRecord, 'name' | 'language'> | null
  contact: Pick<ContactRecord, 'email' | 'subscribed' | 'snoozedUntil' | 'data'> | null
}

/** The recipient that a link belongs to. Of the custom fields only `locale` is read. */
export async function findRecipient({ projectId, contactId }: LinkTarget): Promise<Recipient> {
  const [project, contact] = await Promise.all([
    Project.findOne({ _id: projectId }, { name: 1, language: 1 }).lean(),
    Contact.findOne({ _id: contactId, projectId }, { email: 1, subscribed: 1, snoozedUntil: 1, 'data.locale': 1 }).lean<
      NonNullable<Recipient['contact']>
    >(),
  ])
  return { project, contact: project && contact }
}

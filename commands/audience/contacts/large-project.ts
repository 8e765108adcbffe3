import { ContactCount } from '../../../models/contact-count.js'

/**
 * A project with more contacts is large: no request reads all of its contacts, and contacts store their membership in
 * all of its segments.
 */
export const MOST_CONTACTS_READ = 10_000

/** Whether a project is large, by its counter of contacts, which changes follow within a second. */
export async function isLargeProject(projectId: string): Promise<boolean> {
  const count = await ContactCount.findOne({ _id: projectId }, { contacts: 1 }).lean()
  return (count?.contacts ?? 0) > MOST_CONTACTS_READ
}

import { ContactCount } from '../../../models/contact-count.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'

/**
 * Whether a project is large: it has more contacts than a request reads, by its counter, which changes follow within a
 * second. Contacts of a large project store their membership in all of its segments.
 */
export async function isLargeProject(projectId: string): Promise<boolean> {
  const count = await ContactCount.findOne({ _id: projectId, projectId }, { contacts: 1 }).lean()
  return (count?.contacts ?? 0) > MAX_READ
}

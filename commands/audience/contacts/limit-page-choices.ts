import type { LinkTarget } from '../../../mail/links/recipient-links.js'
import { Contact } from '../../../models/contact.js'
import { pointsOf } from '../../base/rate-limits/lease-points.js'

/** How often in an hour the links of a contact may subscribe or pause it. */
export const MAX_PAGE_CHOICES = 10

const lease = pointsOf({ name: 'page_choice', limit: MAX_PAGE_CHOICES, windowSeconds: 3_600 })

/**
 * Whether a link may make a choice now. The limit exists because each choice writes events and starts workflows, and
 * every holder of a link can repeat it. An opt-out is never refused, so that a contact can always leave. A subscription
 * that changes nothing does not count.
 */
export async function mayChoose(
  { projectId, contactId }: Pick<LinkTarget, 'projectId' | 'contactId'>,
  action: 'unsubscribe' | 'subscribe' | 'snooze',
): Promise<boolean> {
  if (action === 'unsubscribe') return true
  // The links of a deleted contact act on another one, and count like those that change something.
  if (action === 'subscribe' && (await Contact.exists({ _id: contactId, projectId, subscribed: true }))) return true
  return (await lease(`${projectId}:${contactId}`, 1)).granted > 0
}

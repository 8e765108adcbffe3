import { Contact } from '../../../models/contact.js'
import type { CrossedDates } from '../../../models/domain/conditions/crossed-dates.js'
import { Event } from '../../../models/event.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'

/**
 * The contacts of a project that were created, or had an event, at one of these dates; null when there are too many to
 * look at one by one.
 */
export async function findCrossed(projectId: string, crossed: readonly CrossedDates[]): Promise<string[] | null> {
  const contactIds = new Set<string>()
  for (const dates of crossed) {
    const found = dates.kind === 'createdAt' ? await createdAt(projectId, dates) : await withEvent(projectId, dates)
    if (found.length > MAX_READ) return null
    for (const id of found) if (id !== null) contactIds.add(id)
    if (contactIds.size > MAX_READ) return null
  }
  return [...contactIds]
}

async function createdAt(projectId: string, { from, to }: CrossedDates): Promise<string[]> {
  // indexed: by the creation of contacts.
  const contacts = await Contact.find({ projectId, createdAt: { $gte: from, $lte: to } }, { _id: 1 })
    .limit(MAX_READ + 1)
    .hint({ projectId: 1, createdAt: -1, _id: -1 })
    .lean()
  return contacts.map(({ _id }) => _id)
}

async function withEvent(
  projectId: string,
  { names, from, to }: Extract<CrossedDates, { kind: 'event' }>,
): Promise<(string | null)[]> {
  // indexed: by the names and times of events.
  const events = await Event.find(
    { projectId, name: { $in: names }, createdAt: { $gte: from, $lte: to } },
    { _id: 0, contactId: 1 },
  )
    .limit(MAX_READ + 1)
    .hint({ projectId: 1, name: 1, createdAt: -1, _id: -1 })
    .lean()
  return events.map(({ contactId }) => contactId)
}

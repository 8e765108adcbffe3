import { Event, type EventRecord } from '../../models/event.js'
import { MAX_TOTAL, olderThan } from '../newest-first.js'

/** A query for one page of a project's events, newest first. */
export interface EventListing {
  projectId: string
  name?: string | undefined
  contactId?: string | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** One page of a project's events, and whether more follow. */
export async function listEvents(listing: EventListing): Promise<{ events: EventRecord[]; hasMore: boolean }> {
  const { after, limit } = listing
  const found = await Event.find({ ...filterOf(listing), ...(after ? olderThan(after) : {}) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean()
  return { events: found.slice(0, limit), hasMore: found.length > limit }
}

/** How many events a list has on all its pages, counted up to a million. */
export async function countListedEvents(listing: EventListing): Promise<number> {
  return Event.countDocuments(filterOf(listing)).limit(MAX_TOTAL)
}

function filterOf({ projectId, name, contactId }: EventListing) {
  return { projectId, ...(contactId === undefined ? {} : { contactId }), ...(name === undefined ? {} : { name }) }
}

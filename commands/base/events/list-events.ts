import { Event, type EventRecord } from '../../../models/event.js'
import { countListed } from '../listing/count-listed.js'
import { olderThan } from '../listing/newest-first.js'
import { scanIf } from '../listing/scan.js'

/** A query for one page of a project's events, newest first. */
export interface EventListing {
  projectId: string
  /** The event with this id alone. */
  id?: string | undefined
  name?: string | undefined
  contactId?: string | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** One page of a project's events, and whether more follow. */
export async function listEvents(listing: EventListing): Promise<{ events: EventRecord[]; hasMore: boolean }> {
  const { projectId, name, contactId, after, limit } = listing
  // No index has the events of one name and one contact together.
  const found = await scanIf(name !== undefined && contactId !== undefined, projectId, (limits) =>
    Event.find({ ...filterOf(listing), ...(after ? olderThan(after) : {}) }, null, limits)
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean(),
  )
  return { events: found.slice(0, limit), hasMore: found.length > limit }
}

/** How many events a list has on all its pages; see `countListed`. */
export async function countListedEvents(listing: EventListing): Promise<number> {
  return countListed(listing.projectId, Event, filterOf(listing))
}

function filterOf({ projectId, id, name, contactId }: EventListing) {
  return {
    projectId,
    ...(id === undefined ? {} : { _id: id }),
    ...(contactId === undefined ? {} : { contactId }),
    ...(name === undefined ? {} : { name }),
  }
}

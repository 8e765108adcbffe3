import { Event, type EventRecord } from '../../models/event.js'

/** Which events of a project, newest first, where the page starts and how many of them. */
export interface EventListing {
  projectId: string
  name?: string | undefined
  contactId?: string | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** A list says how many there are up to this number, because counting looks at each. */
const MAX_TOTAL = 1_000_000

/** One page of a project's events, and whether more follow. */
export async function listEvents(listing: EventListing): Promise<{ events: EventRecord[]; hasMore: boolean }> {
  const { after, limit } = listing
  const found = await Event.find({ ...filterOf(listing), ...(after ? before(after) : {}) })
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

function before({ sortValue, id }: { sortValue: Date; id: string }) {
  // The first bound is the one that an index can use.
  return { createdAt: { $lte: sortValue }, $or: [{ createdAt: { $lt: sortValue } }, { _id: { $lt: id } }] }
}

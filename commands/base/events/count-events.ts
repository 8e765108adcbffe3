import { timesWithin } from '../../../models/domain/time-range.js'
import { RESERVED_EVENTS } from '../../../models/domain/event-names.js'
import { Event } from '../../../models/event.js'
import { EventName } from '../../../models/event-name.js'
import type { OwnedPipeline } from '../../../models/owned-model.js'
import { scan } from '../listing/scan.js'

/** How often an event of one name happened. */
export interface NameCount {
  name: string
  count: number
}

/**
 * More names than a project has by the default limits, including the names of the service's events and of the events of
 * segments.
 */
const MAX_NAMES = 5_000

/**
 * Counts a project's events by name, from `from` (included) to `to` (not included), the most frequent first. `names` is
 * a filter on the names, as `_id`. Throws SERVICE_UNAVAILABLE when there are too many events to count.
 */
export async function countEventsByName(
  projectId: string,
  { from, to, names }: { from?: Date | undefined; to?: Date | undefined; names?: object } = {},
): Promise<NameCount[]> {
  const stages: OwnedPipeline = [
    { $match: { projectId, ...(from || to ? { createdAt: timesWithin({ from, until: to }) } : {}) } },
    { $group: { _id: '$name', count: { $sum: 1 } } },
    ...(names ? [{ $match: names }] : []),
    { $sort: { count: -1, _id: 1 } },
    { $limit: MAX_NAMES },
  ]
  const counted = await scan(projectId, (limits) =>
    Event.aggregate<{ _id: string; count: number }>(stages).option(limits).exec(),
  )
  return counted.map(({ _id: name, count }) => ({ name, count }))
}

/**
 * The names of a project's events, the most frequent first: registered names and those of the service's events. Other
 * names came by the public key and found no room in the table of names. Throws as `countEventsByName`.
 */
export async function listEventNames(projectId: string): Promise<string[]> {
  const registered = (await EventName.find({ projectId }, { name: 1 }).lean()).map(({ name }) => name)
  const names = { $or: [{ _id: { $in: registered } }, { _id: RESERVED_EVENTS }] }
  return (await countEventsByName(projectId, { names })).map(({ name }) => name)
}

/**
 * How often an event happened, and to how many contacts. Throws SERVICE_UNAVAILABLE when there are too many events to
 * count.
 */
export async function countEventsOf(
  projectId: string,
  name: string,
): Promise<{ totalCount: number; uniqueContacts: number }> {
  const stages: OwnedPipeline = [
    { $match: { projectId, name } },
    { $group: { _id: '$contactId', count: { $sum: 1 } } },
    {
      $group: {
        _id: null,
        totalCount: { $sum: '$count' },
        uniqueContacts: { $sum: { $cond: [{ $eq: ['$_id', null] }, 0, 1] } },
      },
    },
    { $project: { _id: 0 } },
  ]
  const [totals] = await scan(projectId, (limits) =>
    Event.aggregate<{ totalCount: number; uniqueContacts: number }>(stages).option(limits).exec(),
  )
  return totals ?? { totalCount: 0, uniqueContacts: 0 }
}

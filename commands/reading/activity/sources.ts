import { batchesOf } from '../../../models/domain/batches-of.js'
import { Campaign } from '../../../models/campaign.js'
import {
  activityTypeOf,
  EVENTS_OF_TYPES,
  TRANSIENT_BOUNCES,
  type ActivityType,
} from '../../../models/domain/activity.js'
import { REFUSED_CHAIN } from '../../../models/domain/event-names.js'
import { ANY_SOURCE, Email } from '../../../models/email.js'
import { Event, type EventRecord } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import type { Owned, OwnedCollection, OwnedPipeline, OwnedQuery } from '../../../models/owned-model.js'
import { countListed } from '../../base/listing/count-listed.js'
import { scan } from '../../base/listing/scan.js'
import { isListed, pageBounds, type Activity, type ActivityListing, type ActivitySource } from './activity.js'

// MongoDB merges this many ranges of an index in order. It would sort the events of more names in memory.
const MAX_NAMES = 150
// Each query names its index. Otherwise MongoDB would reuse the cached plan of one contact or name for another one that
// it does not suit.
const BY_TIME = { projectId: 1, createdAt: -1, _id: -1, name: 1 } as const
const BY_NAME = { projectId: 1, name: 1, createdAt: -1, _id: -1 } as const
const BY_CONTACT = { projectId: 1, contactId: 1, createdAt: -1, _id: -1, name: 1 } as const
/** The filter for notifications that the provider calls bounces although the address may accept the next mail. */
export const IS_NOTICE = { name: 'email.bounce', 'data.bounceType': { $in: [...TRANSIENT_BOUNCES] } }

/** Events that one query finds in order. */
interface EventFilter {
  name?: string | { $in: string[] } | { $nin: string[] }
  'data.reason'?: string | { $ne: string }
  $and?: object[]
}

/** The events: those of contacts, those of emails, and those of refused chains of workflows. */
const events: ActivitySource = {
  async read(listing) {
    const filters = await filtersOf(listing)
    const found = await Promise.all(filters.map((filter) => findEvents(listing, filter)))
    return found.flat().map((event) => ofEvent(event, activityTypeOf(event)))
  },
  async count(listing) {
    const filters = await filtersOf(listing)
    const counts = await Promise.all(filters.map((filter) => countEvents(listing, filter)))
    return counts.reduce((sum, count) => sum + count, 0)
  },
}

// A person did not cause an open or a click by a machine, and an automatic reply is no bounce.
const OF_PERSONS = { 'data.machine': { $ne: true }, $nor: [IS_NOTICE] }
const PARTLY_LISTED = ['email.open', 'email.click', 'email.bounce']
// The count must read each of these events: the index does not show whether a machine caused it.
const MOST_OPENS = 10_000

async function findEvents(listing: ActivityListing, filter: EventFilter): Promise<EventRecord[]> {
  const { filter: range, limit } = pageBounds(listing, 'createdAt')
  // Any number of events may have been caused by machines, or have a name that is not asked for.
  return scan(listing.projectId, (limits) =>
    Event.find({ ...filterOf(listing, filter), ...OF_PERSONS, ...range }, null, limits)
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .hint(indexOf(listing, filter))
      .lean(),
  )
}

/** Counts the events of a filter. The index alone is enough, except for opens, clicks and bounces. */
async function countEvents(listing: ActivityListing, filter: EventFilter): Promise<number> {
  const all: OwnedQuery = { $and: [filterOf(listing, filter), pageBounds(listing, 'createdAt').filter] }
  const hint = indexOf(listing, filter)
  const [others, opens] = await Promise.all([
    countListed(listing.projectId, Event, { ...all, name: { $nin: PARTLY_LISTED } }, { hint }),
    countListed(
      listing.projectId,
      Event,
      { ...all, name: { $in: PARTLY_LISTED }, ...OF_PERSONS },
      { hint, most: MOST_OPENS, isScan: true },
    ),
  ])
  return others + opens
}

function filterOf({ projectId, contactId }: ActivityListing, { name, ...rest }: EventFilter) {
  const ofContact = contactId === undefined ? {} : { contactId }
  // A delay is no outcome.
  return { projectId, ...ofContact, name: name ?? { $ne: 'email.delay' }, ...rest }
}

function indexOf({ contactId }: ActivityListing, { name }: EventFilter) {
  return contactId !== undefined ? BY_CONTACT : name ? BY_NAME : BY_TIME
}

/**
 * The filters of the events that a feed lists. The feed lists every event that they find: leaving out some of them
 * later would make a page short, and a short page ends the list.
 */
async function filtersOf({ types, projectId, contactId }: ActivityListing): Promise<EventFilter[]> {
  if (types.length === 0) return [{}]
  const eventNames = types.flatMap((type) => EVENTS_OF_TYPES[type] ?? [])
  const [listsTriggered, listsRefused] = [types.includes('event.triggered'), types.includes('workflow.failed')]
  if (contactId !== undefined) return [ofContact(eventNames, listsTriggered, listsRefused)]
  const triggered = listsTriggered ? (await namesIn(projectId)).filter(isTriggered) : []
  const names = [...eventNames, ...triggered]
  const filters: EventFilter[] = batchesOf(names, MAX_NAMES).map((some) => ({ name: { $in: some } }))
  // A project may track events of this name itself: those count as `event.triggered`.
  if (listsTriggered && listsRefused) filters.push({ name: REFUSED_CHAIN })
  else if (listsRefused) filters.push({ name: REFUSED_CHAIN, 'data.reason': 'loop' })
  else if (listsTriggered) filters.push({ name: REFUSED_CHAIN, 'data.reason': { $ne: 'loop' } })
  return filters
}

/**
 * The filter for the events of one contact. One is enough, because its index keeps the events of all names in order.
 */
function ofContact(eventNames: string[], listsTriggered: boolean, listsRefused: boolean): EventFilter {
  if (!listsTriggered && !listsRefused) return { name: { $in: eventNames } }
  const others = Object.values(EVENTS_OF_TYPES).filter((name) => !eventNames.includes(name))
  const name = listsTriggered ? { $nin: ['email.delay', ...others] } : { $in: [...eventNames, REFUSED_CHAIN] }
  if (listsTriggered && listsRefused) return { name }
  const reason = listsRefused ? 'loop' : { $ne: 'loop' }
  return { name, $and: [{ $or: [{ name: { $ne: REFUSED_CHAIN } }, { 'data.reason': reason }] }] }
}

function isTriggered(name: string): boolean {
  return name !== 'email.delay' && name !== REFUSED_CHAIN && activityTypeOf({ name, data: {} }) === 'event.triggered'
}

/**
 * The names of all events of a project. With this index, MongoDB reads one entry for each name instead of every event.
 */
async function namesIn(projectId: string): Promise<string[]> {
  const names: OwnedPipeline = [{ $match: { projectId } }, { $group: { _id: '$name' } }]
  const found = await scan(projectId, (limits) =>
    Event.aggregate<{ _id: string }>(names)
      .option({ ...limits, hint: BY_NAME })
      .exec(),
  )
  return found.map(({ _id }) => _id)
}

function ofEvent(
  { _id: id, createdAt: at, contactId, emailId, name, data }: EventRecord,
  type: ActivityType,
): Activity {
  const metadata = type === 'event.triggered' ? { name, data } : { ...data, ...(emailId ? { emailId } : {}) }
  return { id, type, at, contactId, metadata }
}

/** The emails to suppressed addresses, for which no event is stored. */
const suppressed: ActivitySource = {
  async read(listing) {
    if (!isListed(listing, 'email.suppressed')) return []
    const { query, limit, hint } = suppressedOf(listing)
    const found = await scan(listing.projectId, (limits) =>
      Email.find(query, { contactId: 1, subject: 1, createdAt: 1 }, limits)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .hint(hint)
        .lean(),
    )
    return found.map(({ _id, createdAt: at, contactId: of, subject }) => {
      return {
        id: `${_id}:email.suppressed`,
        type: 'email.suppressed',
        at,
        contactId: of,
        metadata: { emailId: _id, subject },
      }
    })
  },
  async count(listing) {
    if (!isListed(listing, 'email.suppressed')) return 0
    const { query, hint } = suppressedOf(listing)
    return countListed(listing.projectId, Email, query, { hint })
  },
}

function suppressedOf(listing: ActivityListing) {
  const { projectId, contactId } = listing
  const { filter, limit } = pageBounds(listing, 'createdAt')
  const ofContact = contactId === undefined ? ANY_SOURCE : { contactId }
  const query = { listedStatus: 'SUPPRESSED' as const, projectId, ...ofContact, ...filter }
  const ofContacts = { projectId: 1, contactId: 1, createdAt: -1, _id: -1 } as const
  return { query, limit, hint: contactId === undefined ? 'by_status' : ofContacts }
}

/** A time in the life of a document that the feed lists. */
interface Stage<T> {
  type: ActivityType
  field: string & keyof T
  filter?: object
  /** The fields of its index between the project and the time. */
  index?: Record<string, 1>
}

// One contact has few executions.
const EXECUTIONS_OF_CONTACT = { projectId: 1, contactId: 1, workflowId: 1, startedAt: -1, _id: -1 } as const

const campaigns = (stage: Stage<{ scheduledAt: Date; sentAt: Date; cancelledAt: Date }>): ActivitySource =>
  stageOf(Campaign, stage, { name: 1, totalRecipients: 1 }, ({ _id, name, totalRecipients }) => ({
    contactId: null,
    metadata: { campaignId: _id, name, totalRecipients },
  }))

const executions = (stage: Stage<{ startedAt: Date; completedAt: Date }>): ActivitySource =>
  stageOf(Execution, stage, { workflowId: 1, contactId: 1, exitReason: 1 }, (execution) => ({
    contactId: String(execution['contactId']),
    metadata: {
      executionId: execution._id,
      workflowId: execution['workflowId'],
      ...(execution['exitReason'] ? { reason: execution['exitReason'] } : {}),
    },
  }))

/** All sources from which a feed is merged. */
export const SOURCES: readonly ActivitySource[] = [
  events,
  suppressed,
  campaigns({ type: 'campaign.scheduled', field: 'scheduledAt' }),
  campaigns({ type: 'campaign.sent', field: 'sentAt' }),
  campaigns({ type: 'campaign.cancelled', field: 'cancelledAt' }),
  executions({ type: 'workflow.started', field: 'startedAt' }),
  executions({
    type: 'workflow.completed',
    field: 'completedAt',
    filter: { status: { $in: ['COMPLETED', 'EXITED'] } },
    index: { status: 1 },
  }),
  executions({ type: 'workflow.failed', field: 'completedAt', filter: { status: 'FAILED' }, index: { status: 1 } }),
]

type Row = { _id: string } & Record<string, unknown>

function stageOf(
  model: { collection: Pick<OwnedCollection<Owned>, 'name' | 'find' | 'countDocuments'> },
  { type, field, filter: stageFilter = {}, index = {} }: Stage<never>,
  projection: Record<string, 1>,
  describe: (row: Row) => Pick<Activity, 'contactId' | 'metadata'>,
): ActivitySource {
  const isOfContacts = model.collection.name === Execution.collection.name
  const isShown = (listing: ActivityListing): boolean =>
    isListed(listing, type) && (listing.contactId === undefined || isOfContacts)
  const queryOf = (listing: ActivityListing) => {
    const { projectId, contactId } = listing
    const { filter, limit } = pageBounds(listing, field)
    const ofContact = contactId === undefined ? {} : { contactId }
    // The first bound lets the partial index of the field serve the query.
    const stages = { projectId, [field]: { $gt: new Date(0) }, ...stageFilter, ...ofContact }
    const query: OwnedQuery = { $and: [stages, filter] }
    return {
      query,
      limit,
      hint: contactId === undefined ? { projectId: 1, ...index, [field]: -1, _id: -1 } : EXECUTIONS_OF_CONTACT,
    }
  }
  return {
    async read(listing) {
      if (!isShown(listing)) return []
      const { query, limit, hint } = queryOf(listing)
      const found = await model.collection
        .find(query)
        .project<Row>({ ...projection, [field]: 1 })
        .sort({ [field]: -1, _id: -1 })
        .limit(limit)
        .hint(hint)
        .toArray()
      return found.map((row) => ({ id: `${row._id}:${type}`, type, at: row[field] as Date, ...describe(row) }))
    },
    async count(listing) {
      if (!isShown(listing)) return 0
      const { query, hint } = queryOf(listing)
      return countListed(listing.projectId, model, query, { hint })
    },
  }
}

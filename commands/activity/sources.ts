import type { Model } from 'mongoose'
import { Campaign } from '../../models/campaign.js'
import { activityTypeOf, EVENTS_OF_TYPES, type ActivityType } from '../../models/domain/activity.js'
import { Email } from '../../models/email.js'
import { Event, type EventRecord } from '../../models/event.js'
import { Execution } from '../../models/execution.js'
import { behind, isListed, type Activity, type ActivityListing, type ActivitySource } from './activity.js'

// MongoDB merges so many ranges of an index in order; it would sort the events of more names in memory.
const MAX_NAMES = 150

/** The events: those of contacts, of emails, and the chains that were refused. */
const events: ActivitySource = async (listing) => {
  const names = await namesOf(listing)
  if (names?.length === 0) return []
  const { projectId, contactId } = listing
  const { filter, limit } = behind(listing, 'createdAt')
  const found = await Event.find({
    projectId,
    ...(contactId === undefined ? {} : { contactId }),
    // A delay is no outcome. What machines open is none of a person's doing.
    name: names ? { $in: names } : { $ne: 'email.delay' },
    'data.machine': { $ne: true },
    ...filter,
  })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean()
  return found.flatMap((event) => {
    const type = activityTypeOf(event)
    return isListed(listing, type) ? [ofEvent(event, type)] : []
  })
}

/** The names of the events that a feed lists; null for those of any name. */
async function namesOf(listing: ActivityListing): Promise<string[] | null> {
  const { types, projectId } = listing
  if (types.length === 0) return null
  const own = types.flatMap((type) => EVENTS_OF_TYPES[type] ?? [])
  const refused = types.includes('workflow.failed') ? ['workflow.failed'] : []
  if (!types.includes('event.triggered')) return [...own, ...refused]
  const all = await namesIn(projectId)
  const triggered = all.filter(
    (name) => name !== 'email.delay' && activityTypeOf({ name, data: {} }) === 'event.triggered',
  )
  const names = [...new Set([...own, ...refused, ...triggered])]
  return names.length > MAX_NAMES ? null : names
}

/** The names of all events of a project. With this index, MongoDB looks at one entry a name and not at every event. */
async function namesIn(projectId: string): Promise<string[]> {
  const byName = { projectId: 1, name: 1, createdAt: -1, _id: -1 } as const
  const found = await Event.aggregate<{ _id: string }>([{ $match: { projectId } }, { $group: { _id: '$name' } }]).hint(
    byName,
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

/** The emails to addresses that get no mail, of which no event tells. */
const suppressed: ActivitySource = async (listing) => {
  if (!isListed(listing, 'email.suppressed')) return []
  const { projectId, contactId } = listing
  const { filter, limit } = behind(listing, 'createdAt')
  const found = await Email.find(
    { status: 'SUPPRESSED', projectId, ...(contactId === undefined ? {} : { contactId }), ...filter },
    { contactId: 1, subject: 1, createdAt: 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean()
  return found.map(({ _id, createdAt: at, contactId: of, subject }) => {
    return {
      id: `${_id}:email.suppressed`,
      type: 'email.suppressed',
      at,
      contactId: of,
      metadata: { emailId: _id, subject },
    }
  })
}

/** A time in the life of a document that the feed lists. */
interface Stage<T> {
  type: ActivityType
  field: string & keyof T
  filter?: object
}

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

/** Everything that a feed is merged from. */
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
  }),
  executions({ type: 'workflow.failed', field: 'completedAt', filter: { status: 'FAILED' } }),
]

type Row = { _id: string } & Record<string, unknown>

function stageOf(
  model: Pick<Model<never>, 'collection'>,
  { type, field, filter: own = {} }: Stage<never>,
  projection: Record<string, 1>,
  describe: (row: Row) => Pick<Activity, 'contactId' | 'metadata'>,
): ActivitySource {
  return async (listing) => {
    const { projectId, contactId } = listing
    const isOfContacts = model.collection.name === Execution.collection.name
    if (!isListed(listing, type) || (contactId !== undefined && !isOfContacts)) return []
    const { filter, limit } = behind(listing, field)
    const found = await model.collection
      // The first bound lets the partial index of the field serve the query.
      .find({
        $and: [
          { projectId, [field]: { $gt: new Date(0) }, ...own, ...(contactId === undefined ? {} : { contactId }) },
          filter,
        ],
      })
      .project<Row>({ ...projection, [field]: 1 })
      .sort({ [field]: -1, _id: -1 })
      .limit(limit)
      .toArray()
    return found.map((row) => ({ id: `${row._id}:${type}`, type, at: row[field] as Date, ...describe(row) }))
  }
}

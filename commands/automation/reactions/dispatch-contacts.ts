import { byShard, projectsOf } from '../../../models/by-shard.js'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { Outbox, type OutboxEntry } from '../../../models/outbox-entry.js'
import { Segment } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { ensureGainedFields } from '../../base/records/known-fields.js'
import { existingProjects } from '../../base/records/existing-projects.js'
import { stepCounters, sumOf } from '../../audience/contacts/step-counters.js'
import { followContacts } from '../../audience/segments/followers.js'
import { evaluateSegments } from './evaluate-segments.js'

/** A snooze that a contact chose, and that a timer ends. */
export interface Snooze {
  projectId: string
  contactId: string
  until: Date
}

type Snoozed = Pick<ContactRecord, '_id' | 'projectId'> & { snoozedUntil: Date }

/**
 * Dispatches changes of contacts: registers fields that they gained, and evaluates the segments that follow them. All
 * effects stay in the database, and a repetition changes nothing. Returns the snoozes that need a timer before
 * `completeContacts` completes the changes.
 */
export async function dispatchContacts(stored: readonly OutboxEntry[]): Promise<Snooze[]> {
  const ofProjects = groupBy(stored, ({ projectId }) => projectId)
  const { snoozed, followed } = await findSnoozesAndFollowed(ofProjects)
  // A condition on an unknown field matches no contact, so the fields become known first.
  await ensureGainedFields(stored)
  for (const [projectId, all] of ofProjects) {
    if (!followed.has(projectId)) continue
    const depth = Math.max(0, ...all.map((entry) => entry.depth ?? 0))
    await evaluateSegments(projectId, idsIn(all), { by: 'contacts', depth })
  }
  return snoozed.map(({ _id: contactId, projectId, snoozedUntil: until }) => ({ projectId, contactId, until }))
}

/**
 * Completes dispatched changes of contacts: steps the counters of their projects and deletes the entries, in one
 * transaction for the projects of a shard, so that each change counts once.
 */
export async function completeContacts(stored: readonly OutboxEntry[]): Promise<void> {
  const existing = await existingProjects(projectsOf(stored).$in)
  for (const all of byShard(stored)) await completeAll(all, existing)
}

async function completeAll(entries: readonly OutboxEntry[], existing: ReadonlySet<string>): Promise<void> {
  const these = { _id: { $in: entries.map(({ _id }) => _id) }, projectId: projectsOf(entries) }
  const counting = entries.filter(({ projectId, contactCounts }) => contactCounts && existing.has(projectId))
  if (counting.length === 0) {
    // If a crash of the database loses the deletion, the entries are dispatched once more, which changes nothing.
    await Outbox.deleteMany(these, { writeConcern: { w: 1 } })
    return
  }
  const steps = [...groupBy(counting, ({ projectId }) => projectId)].map(([projectId, all]) => {
    return [projectId, sumOf(all.flatMap(({ contactCounts }) => contactCounts ?? []))] as const
  })
  const isDone = await inTransaction(async (session) => {
    const { deletedCount } = await Outbox.deleteMany(these, { session })
    if (deletedCount < entries.length) await session.abortTransaction()
    else await stepCounters(session, new Map(steps))
    return deletedCount === entries.length
  })
  // Another process has completed some of the entries.
  if (!isDone) await completeAll(await Outbox.find(these).lean(), existing)
}

/** The snoozed contacts of entries, and the projects of entries whose segments follow changes, in one query. */
async function findSnoozesAndFollowed(
  ofProjects: ReadonlyMap<string, OutboxEntry[]>,
): Promise<{ snoozed: Snoozed[]; followed: ReadonlySet<string> }> {
  const projectIds = [...ofProjects.keys()]
  const ids = idsIn([...ofProjects.values()].flat())
  const found = await Contact.collection
    .aggregate<Snoozed | { projectId: string; isFollowed: true }>([
      { $match: { _id: { $in: ids }, projectId: { $in: projectIds }, snoozedUntil: { $ne: null } } },
      { $project: { projectId: 1, snoozedUntil: 1 } },
      {
        $unionWith: {
          coll: Segment.collection.name,
          pipeline: [
            { $match: followContacts(projectIds) },
            { $group: { _id: '$projectId' } },
            { $project: { _id: 0, projectId: '$_id', isFollowed: { $literal: true } } },
          ],
        },
      },
    ])
    .toArray()
  return {
    snoozed: found.flatMap((each) => ('snoozedUntil' in each ? each : [])),
    followed: new Set(found.flatMap((each) => ('isFollowed' in each ? each.projectId : []))),
  }
}

function idsIn(entries: readonly OutboxEntry[]): string[] {
  return [...new Set(entries.flatMap(({ ids }) => ids))]
}

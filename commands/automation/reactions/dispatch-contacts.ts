import { Contact, type ContactRecord } from '../../../models/contact.js'
import { groupBy } from '../../../models/domain/group-by.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import { Segment } from '../../../models/segment.js'
import { countContacts, ensureGainedFields, type ChangedContact } from '../../audience/contacts/count-contacts.js'
import { isTracked } from '../../audience/segments/tracked-segments.js'
import { evaluateSegments } from './evaluate-segments.js'

/** A snooze that a contact chose, and that a timer ends. */
export interface Snooze {
  projectId: string
  contactId: string
  until: Date
}

type Snoozed = Pick<ContactRecord, '_id' | 'projectId'> & { snoozedUntil: Date }

/**
 * Dispatches changes of contacts: evaluates the tracked segments. All effects stay in the database, and a repetition
 * changes nothing. Returns the snoozes that need a timer before `completeContacts` completes the changes.
 */
export async function dispatchContacts(stored: readonly OutboxEntry[]): Promise<Snooze[]> {
  const ofProjects = groupBy(stored, ({ projectId }) => projectId)
  const { snoozed, tracking } = await findSnoozesAndTracking(ofProjects)
  for (const projectId of tracking) {
    const all = ofProjects.get(projectId) ?? []
    const depth = Math.max(0, ...all.map((entry) => entry.depth ?? 0))
    const ids = idsIn(all)
    // A condition on an unknown field matches no contact, so the fields become known first.
    await ensureGainedFields(projectId, await findChanged(projectId, ids))
    await evaluateSegments(projectId, ids, depth)
  }
  return snoozed.map(({ _id: contactId, projectId, snoozedUntil: until }) => ({ projectId, contactId, until }))
}

/** Completes dispatched changes of contacts: updates the counters. A repetition counts nothing twice. */
export async function completeContacts(stored: readonly OutboxEntry[]): Promise<void> {
  for (const [projectId, all] of groupBy(stored, (entry) => entry.projectId)) await countContacts(projectId, idsIn(all))
}

/** The snoozed contacts of entries, and the projects of entries that have tracked segments, in one query. */
async function findSnoozesAndTracking(
  ofProjects: ReadonlyMap<string, OutboxEntry[]>,
): Promise<{ snoozed: Snoozed[]; tracking: string[] }> {
  const projectIds = [...ofProjects.keys()]
  const ids = idsIn([...ofProjects.values()].flat())
  const found = await Contact.collection
    .aggregate<Snoozed | { projectId: string; isTracking: true }>([
      { $match: { _id: { $in: ids }, projectId: { $in: projectIds }, snoozedUntil: { $ne: null } } },
      { $project: { projectId: 1, snoozedUntil: 1 } },
      {
        $unionWith: {
          coll: Segment.collection.name,
          pipeline: [
            { $match: isTracked(projectIds) },
            { $group: { _id: '$projectId' } },
            { $project: { _id: 0, projectId: '$_id', isTracking: { $literal: true } } },
          ],
        },
      },
    ])
    .toArray()
  return {
    snoozed: found.flatMap((each) => ('snoozedUntil' in each ? each : [])),
    tracking: found.flatMap((each) => ('isTracking' in each ? each.projectId : [])),
  }
}

function findChanged(projectId: string, ids: string[]): Promise<ChangedContact[]> {
  const shown = { subscribed: 1, data: 1, counted: 1, updatedAt: 1 } as const
  return Contact.find({ _id: { $in: ids }, projectId }, shown).lean<ChangedContact[]>()
}

function idsIn(entries: readonly OutboxEntry[]): string[] {
  return [...new Set(entries.flatMap(({ ids }) => ids))]
}

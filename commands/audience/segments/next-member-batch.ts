import { isDeepStrictEqual } from 'node:util'
import { Contact } from '../../../models/contact.js'
import { inQueue, Outbox } from '../../../models/outbox-entry.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { decidingConditions, surroundingsOf } from '../../base/references/segment-references.js'
import { CONTACTS_A_BATCH, nextContactBatch, type ContactBatch } from '../contacts/contact-batches.js'
import { evaluateSegment } from './evaluate-segment.js'
import { areMembersStored, MEMBERS_INDEX, storedMembers } from './stored-members.js'

const EVALUATED_TOGETHER = 500

/**
 * The next contacts, in the order of their ids, among which all members of a segment are: the `size` next stored members
 * after the contact `after`, found by their index. While the members of the segment are not stored, or time alone
 * changes them, the batch is of all contacts of the project. In both cases the caller restricts the batch by the
 * condition of the segment (`membersOf`), by which contacts that have left since are no members.
 *
 * The first batch (`after` is null) first moves the contacts whose changes are stored and not dispatched yet. So it
 * misses no contact that had become a member before the call.
 */
export async function nextMemberBatch(
  segment: SegmentRecord,
  after: string | null,
  { size = CONTACTS_A_BATCH }: { size?: number } = {},
): Promise<ContactBatch> {
  const { projectId } = segment
  if (!(await decideMembers(segment))) return nextContactBatch(projectId, after, { size })
  if (after === null) await followWaitingChanges(segment)
  const rest = { ...storedMembers(segment), ...(after === null ? {} : { _id: { $gt: after } }) }
  // indexed: by the members of the segment.
  const end = await Contact.findOne(rest, { _id: 1 })
    .sort({ _id: 1 })
    .skip(size - 1)
    .hint(MEMBERS_INDEX)
    .lean()
  if (!end) return { filter: rest, hint: MEMBERS_INDEX, until: null }
  return { filter: { ...rest, _id: { ...rest._id, $lte: end._id } }, hint: MEMBERS_INDEX, until: end._id }
}

/** Whether the stored members of a segment, and changes that wait for their dispatch, are all that can be members. */
async function decideMembers(segment: SegmentRecord): Promise<boolean> {
  const { projectId, type, isTimed = true, deletedFields, zone } = segment
  if (!areMembersStored(segment)) return false
  if (type === 'STATIC') return true
  if (isTimed) return false
  const surroundings = await surroundingsOf(projectId, await decidingConditions(segment))
  return isDeepStrictEqual(surroundings, { deletedFields, zone, isTimed })
}

/**
 * Evaluates a segment for the contacts whose changes and events are stored and wait in the outbox. The dispatch does the
 * same later, and then finds them moved.
 */
export async function followWaitingChanges(segment: SegmentRecord): Promise<void> {
  const { projectId, type, ignoresEvents = false } = segment
  if (type === 'STATIC') return
  const { queueKey: contacts } = inQueue('contact', projectId)
  const { queueKey: events } = inQueue('event', projectId)
  const waiting = Outbox.find(
    { projectId, queueKey: { $in: ignoresEvents ? [contacts] : [contacts, events] } },
    { kind: 1, ids: 1, events: 1, depth: 1 },
  ).lean()
  let together = new Set<string>()
  let deepest = 0
  for await (const { kind, ids, events: notes = [], depth = 0 } of waiting.cursor()) {
    const changed = kind === 'contact' ? ids : notes.flatMap(({ contactId }) => contactId ?? [])
    for (const id of changed) together.add(id)
    deepest = Math.max(deepest, depth, ...notes.map((note) => note.depth))
    if (together.size < EVALUATED_TOGETHER) continue
    await evaluateSegment(segment, [...together], deepest)
    together = new Set()
  }
  if (together.size > 0) await evaluateSegment(segment, [...together], deepest)
}

import type { ClientSession, QueryFilter } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { newId } from '../../runtime/ids.js'
import { newMark, type OutboxEntry } from '../../models/outbox-entry.js'
import type { SegmentRecord } from '../../models/segment.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { writeEvents } from '../events/write-events.js'

const CHUNK = 100

/**
 * The index by which contacts are looked up here: whatever a condition asks for, few are read by their ids. A plan
 * chosen by trial could go through another one.
 */
export const BY_ID = { projectId: 1, _id: 1 } as const

/** Who joins and who leaves a segment, by their ids. */
export interface MembershipMoves {
  enter: string[]
  leave: string[]
}

/** What became of them. */
export interface MembersMoved {
  entered: number
  left: number
  entries: OutboxEntry[]
}

/** How moves are told to the rest. */
export interface MoveOptions {
  /** How many executions led to them. */
  depth?: number
  /** Notes them without an event or a mark: these contacts were members before it was noted. */
  isSilent?: boolean
}

/**
 * Lets contacts join and leave a segment, each with its event where the segment is tracked, both or neither. A
 * contact that has moved already is passed over, so that a move that is repeated, or made by two at once,
 * emits one event. Without events, the segments that refer to this one are told by the contact's own mark.
 */
export async function moveMembers(
  segment: SegmentRecord,
  { enter, leave }: MembershipMoves,
  depth = 0,
): Promise<MembersMoved> {
  const moved: MembersMoved = { entered: 0, left: 0, entries: [] }
  for (let from = 0; from < Math.max(enter.length, leave.length); from += CHUNK) {
    const moves = { enter: enter.slice(from, from + CHUNK), leave: leave.slice(from, from + CHUNK) }
    const { entered, left, entries } = await inTransaction((session) =>
      moveMembersIn(session, segment, moves, { depth }),
    )
    moved.entered += entered
    moved.left += left
    moved.entries.push(...entries)
  }
  return moved
}

/** The same inside a transaction that is open already, for at most a few hundred contacts. */
export async function moveMembersIn(
  session: ClientSession,
  segment: SegmentRecord,
  { enter, leave }: MembershipMoves,
  options: MoveOptions = {},
): Promise<MembersMoved> {
  const { _id: segmentId } = segment
  const entry = await move(session, segment, enter, { ...options, kind: 'entry', from: { $ne: segmentId } })
  const exit = await move(session, segment, leave, { ...options, kind: 'exit', from: segmentId })
  return { entered: entry.count, left: exit.count, entries: [...entry.entries, ...exit.entries] }
}

interface Move extends MoveOptions {
  kind: 'entry' | 'exit'
  /** Where those stand who have not moved yet. */
  from: QueryFilter<ContactRecord>['segments']
}

async function move(
  session: ClientSession,
  segment: SegmentRecord,
  ids: string[],
  { kind, from, depth = 0, isSilent = false }: Move,
): Promise<{ count: number; entries: OutboxEntry[] }> {
  if (ids.length === 0) return { count: 0, entries: [] }
  const { _id: segmentId, projectId, trackMembership } = segment
  const contacts = await Contact.find({ _id: { $in: ids }, projectId, segments: from }, { _id: 1 }, { session })
    .hint(BY_ID)
    .lean()
  if (contacts.length === 0) return { count: 0, entries: [] }
  const isMarked = !trackMembership && !isSilent
  await Contact.updateMany(
    { _id: { $in: contacts.map(({ _id }) => _id) }, projectId },
    {
      ...(kind === 'entry' ? { $addToSet: { segments: segmentId } } : { $pull: { segments: segmentId } }),
      ...(isMarked ? { $set: { dispatch: newMark(depth) }, $inc: { changes: 1 } } : {}),
    },
    { session, timestamps: false, hint: BY_ID },
  )
  const count = contacts.length
  if (isSilent) return { count, entries: [] }
  if (isMarked) return { count, entries: contacts.map(({ _id: id }) => ({ kind: 'contact', projectId, id })) }
  const drafts = contacts.map(({ _id: contactId }) => draftEvent(segment, kind, contactId, depth))
  return { count, entries: await writeEvents(drafts, session) }
}

function draftEvent(
  { _id, projectId, slug, name }: SegmentRecord,
  kind: Move['kind'],
  contactId: string,
  depth: number,
) {
  return {
    id: newId(),
    projectId,
    contactId,
    name: `segment.${slug}.${kind}`,
    data: { segmentId: _id, segmentName: name },
    depth,
  }
}

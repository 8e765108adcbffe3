import type { ClientSession, QueryFilter } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { segmentEventName } from '../../../models/domain/event-names.js'
import type { OwnedFilter } from '../../../models/owned-model.js'
import { newId } from '../../../runtime/ids.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { activityUpdate } from '../../base/events/activity.js'
import { databaseTime } from '../../base/events/database-time.js'
import { storeNewEvents } from '../../base/events/write-events.js'
import { setOff } from '../../base/outbox/set-off.js'
import { SegmentChangedError } from './segment-changed.js'

const BATCH = 100

/**
 * The index for queries for a few contacts by id with a further condition. Without this hint the query planner might
 * choose an index for the condition.
 */
export const BY_ID = { projectId: 1, _id: 1 } as const

/** The ids of the contacts that join and leave a segment. */
export interface MembershipMoves {
  enter: string[]
  leave: string[]
}

/** The outcome of moves. */
export interface MembersMoved {
  entered: number
  left: number
}

/** Options of moves. */
export interface MoveOptions {
  /** The length of the chain of executions that led to the moves. */
  depth?: number
  /** Stores the moves of a tracked segment without events, because the contacts met the condition before. */
  isSilent?: boolean
  /** Whether the transaction has read that none of the contacts has moved yet. */
  areUnmoved?: boolean
}

/**
 * Lets contacts join and leave a segment. In a tracked segment each move has an event, which is stored in the same
 * transaction. In another static segment it has an outbox entry of the contact, so that segments that refer to this one
 * are evaluated; for a dynamic one they evaluate its condition. A contact that has moved already is skipped, so that
 * repeated and concurrent moves cause one event. Throws SegmentChangedError for a segment that was changed or deleted.
 */
export async function moveMembers(
  segment: SegmentRecord,
  { enter, leave }: MembershipMoves,
  depth = 0,
): Promise<MembersMoved> {
  const moved: MembersMoved = { entered: 0, left: 0 }
  for (let from = 0; from < Math.max(enter.length, leave.length); from += BATCH) {
    const moves = { enter: enter.slice(from, from + BATCH), leave: leave.slice(from, from + BATCH) }
    const { entered, left } = await inTransaction((session) => moveMembersIn(session, segment, moves, { depth }))
    moved.entered += entered
    moved.left += left
  }
  return moved
}

/**
 * Moves at most a thousand contacts inside an open transaction, which also changes the number of members. Throws
 * SegmentChangedError for a segment that was changed or deleted since it was read.
 */
export async function moveMembersIn(
  session: ClientSession,
  segment: SegmentRecord,
  { enter, leave }: MembershipMoves,
  options: MoveOptions = {},
): Promise<MembersMoved> {
  const { _id: segmentId } = segment
  const entered = await move(session, segment, enter, { ...options, kind: 'entry', from: { $ne: segmentId } })
  const left = await move(session, segment, leave, { ...options, kind: 'exit', from: segmentId })
  if (entered + left > 0) await countMovedIn(session, segment, entered - left)
  return { entered, left }
}

async function countMovedIn(
  session: ClientSession,
  { _id, projectId, revision, countedAt }: SegmentRecord,
  step: number,
): Promise<void> {
  const counted = await Segment.updateOne(
    { _id, projectId, revision },
    { $inc: { memberCount: step, guard: 1 }, ...(countedAt ? { $currentDate: { countedAt: true } } : {}) },
    { session, timestamps: false },
  )
  if (counted.matchedCount === 0) throw new SegmentChangedError(_id)
}

interface Move extends MoveOptions {
  kind: 'entry' | 'exit'
  /** The filter on `segments` for contacts that have not moved yet. */
  from: QueryFilter<ContactRecord>['segments']
}

async function move(
  session: ClientSession,
  segment: SegmentRecord,
  ids: string[],
  { kind, from, depth = 0, isSilent = false, areUnmoved = false }: Move,
): Promise<number> {
  if (ids.length === 0) return 0
  const { _id: segmentId, projectId, type, trackMembership } = segment
  const unmoved = { _id: { $in: ids }, projectId, segments: from }
  const update = kind === 'entry' ? { $addToSet: { segments: segmentId } } : { $pull: { segments: segmentId } }
  const options = { session, timestamps: false, hint: BY_ID }
  // Other segments evaluate the condition of an untracked one, and its moves have no events.
  if (isSilent || (type === 'DYNAMIC' && !trackMembership)) {
    return (await Contact.updateMany(unmoved, update, options)).modifiedCount
  }
  const moved = areUnmoved ? ids : await findUnmoved(session, unmoved)
  if (moved.length === 0) return 0
  const moving = { _id: { $in: moved }, projectId }
  if (trackMembership) {
    const at = await databaseTime(projectId, session)
    const events = moved.map((contactId) => draftEvent(segment, kind, contactId, depth))
    // The write of the membership also counts the event.
    const counted = activityUpdate([{ name: segmentEventName(segment.slug, kind), at }])
    await Contact.updateMany(moving, { ...update, ...counted }, options)
    await storeNewEvents(events, at, session)
  } else {
    await Contact.updateMany(moving, update, options)
    await setOff(session, { kind: 'contact', projectId, ids: moved, depth })
  }
  return moved.length
}

async function findUnmoved(session: ClientSession, unmoved: OwnedFilter<ContactRecord>): Promise<string[]> {
  // indexed: by the ids of the contacts that move.
  const contacts = await Contact.find(unmoved, { _id: 1 }, { session }).hint(BY_ID).lean()
  return contacts.map(({ _id }) => _id)
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
    name: segmentEventName(slug, kind),
    data: { segmentId: _id, segmentName: name },
    depth,
  }
}

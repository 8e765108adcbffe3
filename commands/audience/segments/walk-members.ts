import { isDeepStrictEqual } from 'node:util'
import { inQueue, Outbox } from '../../../models/outbox-entry.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { decidingConditions, surroundingsOf } from '../../base/references/segment-references.js'
import { evaluateSegment } from './evaluate-segment.js'
import { areMembersStored } from './stored-members.js'

const EVALUATED_TOGETHER = 500

/**
 * Whether every present member of a segment is among the contacts that hold its id (`storedMembers`), so that a reader
 * of all members need not read the other contacts of the project. If so, the changes of contacts that are stored and
 * not dispatched yet are evaluated first. The reader still asks the condition (`liveMembers`), because contacts may
 * leave while it reads. False while members are computed, and for a condition that time alone changes.
 */
export async function canWalkMembers(segment: SegmentRecord): Promise<boolean> {
  if (segment.type === 'STATIC') return true
  if (!areMembersStored(segment)) return false
  const { projectId, deletedFields, zone, isTimed = true } = segment
  if (isTimed) return false
  const surroundings = await surroundingsOf(projectId, await decidingConditions(segment))
  if (!isDeepStrictEqual(surroundings, { deletedFields, zone, isTimed })) return false
  await followWaitingChanges(segment)
  return true
}

/**
 * Evaluates a dynamic segment for the contacts whose changes and events are stored and wait in the outbox. Their
 * dispatch does the same later, and then finds them moved.
 */
export async function followWaitingChanges(segment: SegmentRecord): Promise<void> {
  const { projectId, ignoresEvents = false } = segment
  const queues = ignoresEvents ? (['contact'] as const) : (['contact', 'event'] as const)
  const queueKey = { $in: queues.map((kind) => inQueue(kind, projectId).queueKey) }
  const waiting = Outbox.find({ projectId, queueKey }, { kind: 1, ids: 1, events: 1, depth: 1 }).lean()
  let together = new Set<string>()
  let deepest = 0
  for await (const { kind, ids, events = [], depth = 0 } of waiting.cursor()) {
    const changed = kind === 'contact' ? ids : events.flatMap(({ contactId }) => contactId ?? [])
    for (const id of changed) together.add(id)
    deepest = Math.max(deepest, depth, ...events.map((event) => event.depth))
    if (together.size < EVALUATED_TOGETHER) continue
    await evaluateSegment(segment, [...together], deepest)
    together = new Set()
  }
  if (together.size > 0) await evaluateSegment(segment, [...together], deepest)
}

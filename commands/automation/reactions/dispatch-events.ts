import { byShard } from '../../../models/by-shard.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { Event, type EventRecord } from '../../../models/event.js'
import type { EventNote, OutboxEntry } from '../../../models/outbox-entry.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { mapConcurrent } from '../../../runtime/concurrency/map-concurrent.js'
import { idAttributes, inSpan, traceParent } from '../../../runtime/tracing/tracing.js'
import { evaluateSegments } from './evaluate-segments.js'
import { startExecutions, type Start } from '../executions/start-executions.js'
import { endWaits, findAwaited } from './end-waits.js'
import { findListenerKinds, type ListenerKind } from './find-listener-kinds.js'
import { findTriggered } from './find-triggered.js'
import { addDueActivity } from '../../base/events/due-activity.js'
import { refuseLoop } from './refuse-loop.js'

/** The maximal length of a chain of executions that start each other. */
export const MAX_DEPTH = 10

type DispatchedEvent = EventNote & Pick<EventRecord, '_id' | 'projectId'>

// One project whose events start much must not hold up those of others.
const PROJECTS_AT_ONCE = 8

/**
 * Dispatches events: ends the waits that were open before them, creates executions of the workflows that they trigger,
 * and evaluates the segments whose members events may change. If a project has any such listener, its events are first
 * added to the activity of their contacts. All effects stay in the database. All writes are compare-and-sets under
 * business keys, so that a repetition changes nothing. Events without a listener are not read. `completeEvents`
 * completes the dispatch.
 */
export async function dispatchEvents(stored: readonly OutboxEntry[]): Promise<void> {
  for (const ofShard of byShard(stored)) await dispatchOfShard(ofShard)
}

async function dispatchOfShard(stored: readonly OutboxEntry[]): Promise<void> {
  const ofContacts = stored.flatMap(eventsIn).filter(({ contactId }) => contactId !== null)
  const kindsOf = await findListenerKinds(ofContacts)
  if (kindsOf.size === 0) return
  const entriesOf = groupBy(stored, ({ projectId }) => projectId)
  const eventsOf = groupBy(ofContacts, ({ projectId }) => projectId)
  await mapConcurrent([...kindsOf], PROJECTS_AT_ONCE, ([projectId, kinds]) =>
    dispatchOf(projectId, { kinds, entries: entriesOf.get(projectId) ?? [], events: eventsOf.get(projectId) ?? [] }),
  )
}

/** Dispatches events of contacts of one project that has listeners of these kinds. */
async function dispatchOf(
  projectId: string,
  { kinds, entries, events }: { kinds: Set<ListenerKind>; entries: OutboxEntry[]; events: DispatchedEvent[] },
): Promise<void> {
  await addDueActivity(entries)
  const [awaited, triggered] = await Promise.all([
    kinds.has('wait') ? findAwaited(events) : new Set<string>(),
    kinds.has('workflow') ? findTriggered(events) : new Map<string, WorkflowRecord[]>(),
  ])
  const traces = new Map(
    entries.flatMap(({ ids, trace, traces }) => ids.map((id) => [id, traces?.[id] ?? trace] as const)),
  )
  const relevant = events.filter(({ _id }) => awaited.has(_id) || triggered.has(_id))
  const starts = new Map<string, { workflow: WorkflowRecord; starts: Start[] }>()
  for (const event of await readInOrder(projectId, relevant)) {
    const listeners = { isAwaited: awaited.has(event._id), workflows: triggered.get(event._id) ?? [] }
    const options = { parent: traces.get(event._id), attributes: idAttributes({ projectId, eventId: event._id }) }
    await inSpan('dispatch event', options, () => applyEvent(event, listeners, starts))
  }
  for (const { workflow, starts: ofWorkflow } of starts.values()) await startExecutions(workflow, ofWorkflow)
  if (!kinds.has('segment')) return
  const contactIds = [...new Set(events.map(({ contactId }) => contactId ?? ''))]
  const depth = Math.max(...events.map((event) => event.depth))
  await evaluateSegments(projectId, contactIds, { by: 'events', depth })
}

function eventsIn({ projectId, ids, events = [] }: OutboxEntry): DispatchedEvent[] {
  return ids.map((_id, index) => ({ _id, projectId, contactId: null, name: '', depth: 0, ...events[index] }))
}

async function readInOrder(projectId: string, relevant: DispatchedEvent[]): Promise<EventRecord[]> {
  if (relevant.length === 0) return []
  const ids = relevant.map(({ _id }) => _id)
  return (await Event.find({ _id: { $in: ids }, projectId }).lean()).toSorted(inOrder)
}

/**
 * Ends the waits for an event, and adds the executions that it starts to `starts`, so that the caller creates them in
 * one batch for each workflow.
 */
async function applyEvent(
  event: EventRecord,
  { isAwaited, workflows }: { isAwaited: boolean; workflows: WorkflowRecord[] },
  starts: Map<string, { workflow: WorkflowRecord; starts: Start[] }>,
): Promise<void> {
  const trace = traceParent()
  if (isAwaited) await endWaits(event)
  for (const workflow of workflows) {
    const start = await startOf(event, workflow)
    if (!start) continue
    const ofWorkflow = starts.get(workflow._id) ?? { workflow, starts: [] }
    ofWorkflow.starts.push({ ...start, trace })
    starts.set(workflow._id, ofWorkflow)
  }
}

function inOrder(one: EventRecord, other: EventRecord): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one._id < other._id ? -1 : 1)
}

async function startOf(event: EventRecord, workflow: WorkflowRecord): Promise<Start | null> {
  const { _id: sourceEventId, createdAt: since, contactId, data, depth } = event
  if (contactId === null) return null
  if (depth < MAX_DEPTH) return { contactId, context: unescapeData(data), sourceEventId, since, depth: depth + 1 }
  await refuseLoop(event, workflow)
  return null
}

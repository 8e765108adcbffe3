import { v5 } from 'uuid'
import { IGNORED_TRIGGER } from '../../../models/domain/event-names.js'
import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { createEntryCache } from '../../../runtime/entry-cache.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { updateEach } from '../../../models/update-each.js'
import { eventRecord } from '../../base/events/write-events.js'

// The namespace of the ids of these events. An id derives from workflow, contact and reason, so that each combination
// has one event.
const EVENT_NAMESPACE = 'c1a7e6d4-3b52-5f08-a9c6-71d40e8f2b95'
const MAX_RECORDED = 10_000
// After this time an event is recorded again, because the retention may have deleted it.
const RECORDED_MS = 3_600_000
const recorded = createEntryCache<true>({ maxEntries: MAX_RECORDED, ttlMs: RECORDED_MS })

/** Why a trigger was ignored: its workflow allows no re-entry, or its contact is in the workflow now. */
type IgnoredReason = 'reentry_not_allowed' | 'already_active'

/** A start that began no execution. */
interface IgnoredStart {
  id?: string
  contactId: string
  sourceEventId: string | null
}

/**
 * Records an event in the activity of each contact whose start was ignored because of the rules of re-entry: one event
 * for each contact, workflow and reason. A repeated start whose execution exists was not ignored. Further starts for a
 * contact cost nothing in a process that has the event in its cache, and change nothing in other processes.
 */
export async function recordIgnored(workflow: WorkflowRecord, starts: readonly IgnoredStart[]): Promise<void> {
  const reason: IgnoredReason = workflow.allowReentry ? 'already_active' : 'reentry_not_allowed'
  const ignored = starts.filter(({ contactId }) => !recorded.has(eventId(workflow, contactId, reason)))
  if (ignored.length === 0) return
  const started = await findStarted(workflow, ignored)
  const contactIds = new Set(ignored.filter((start) => !started.has(start)).map(({ contactId }) => contactId))
  if (contactIds.size === 0) return
  const events = [...contactIds].map((contactId) => upsertOf(workflow, contactId, reason))
  await retryOnDuplicateKey(() => updateEach(Event, events))
  for (const { filter } of events) recorded.set(filter._id, true)
}

/** The starts whose execution exists. */
async function findStarted(
  { projectId, _id }: WorkflowRecord,
  starts: readonly IgnoredStart[],
): Promise<ReadonlySet<IgnoredStart>> {
  const ids = starts.flatMap(({ id }) => id ?? [])
  const eventIds = starts.flatMap(({ sourceEventId }) => sourceEventId ?? [])
  const started = await Execution.find(
    { projectId, $or: [{ _id: { $in: ids } }, { sourceEventId: { $in: eventIds }, workflowId: _id }] },
    { sourceEventId: 1 },
  ).lean()
  const keys = new Set(started.flatMap(({ _id: id, sourceEventId }) => [id, sourceEventId]))
  return new Set(starts.filter(({ id, sourceEventId }) => keys.has(id ?? '') || keys.has(sourceEventId ?? '')))
}

function eventId({ _id }: WorkflowRecord, contactId: string, reason: IgnoredReason): string {
  return v5(`${_id}:${contactId}:${reason}`, EVENT_NAMESPACE)
}

function upsertOf(workflow: WorkflowRecord, contactId: string, reason: IgnoredReason) {
  const { projectId, _id: workflowId, name: workflowName, triggerType, triggerConfig } = workflow
  const { eventName } = triggerType === 'EVENT' ? triggerConfig : {}
  const data = { workflowId, workflowName, ...(eventName === undefined ? {} : { eventName }), reason }
  const id = eventId(workflow, contactId, reason)
  const { _id, ...fields } = eventRecord(
    { id, projectId, contactId, name: IGNORED_TRIGGER, data, isSilent: true },
    databaseNow(),
  )
  return { filter: { _id, projectId }, update: { $setOnInsert: fields }, upsert: true as const }
}

import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import type { NextStep, StepRef } from '../../../models/domain/next-step.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { Event, type EventRecord } from '../../../models/event.js'
import { newId } from '../../../runtime/ids.js'
import { Wait, type WaitRecord } from '../../../models/wait.js'
import { completed, failed } from '../../../models/step-execution.js'
import { completeStep } from './complete-step.js'
import { firstSeenEvent } from './first-seen-event.js'
import { isOpen, openStep, type OpenStep } from './open-step.js'
import { CONTEXT_TOO_LARGE, fitsContext } from './size-limits.js'
import { restAfterEvent, restAfterTime } from '../../../models/domain/rest.js'

/**
 * Begins a WAIT_FOR_EVENT step: stores the open wait first, and only then reads the events since the last rest of the
 * execution. `trackEvent` stores the event first, and then reads the open waits. The later of the two sees the other,
 * so that no event is missed. Returns null while the wait is open, else the next step.
 */
export async function openWait(ref: StepRef): Promise<NextStep | null> {
  const found = await openStep(ref)
  if (!isOpen(found)) return found
  const wait = await writeWait(ref, found)
  const event = await firstSeenEvent(wait)
  if (event) await closeWait(wait, event)
  const isOver = event !== null || wait.state !== 'open'
  return isOver ? completeWait(ref) : null
}

/**
 * Completes a WAIT_FOR_EVENT step after its event or its time-out: the first of the two to close the wait decides. The
 * data of the event joins the context; data that would make the context too large fails the step. An event that is
 * stored before the time-out closes the wait counts, even if it is not dispatched yet.
 */
export async function completeWait(ref: StepRef): Promise<NextStep> {
  const { projectId } = ref
  const stored = await Wait.findOne(waitOf(ref)).lean()
  const wait = stored?.state === 'open' ? await closeWait(stored, await firstSeenEvent(stored)) : stored
  // The step may have ended by a cancellation, so that the time-out is no outcome.
  const found = await openStep(ref)
  if (!isOpen(found)) return found
  const { rest, wakeAt, stepStartedAt } = found.execution
  const event =
    wait?.state === 'matched' && wait.eventId ? await Event.findOne({ _id: wait.eventId, projectId }).lean() : null
  const hasHappened = wait?.state === 'matched'
  const nextRest = hasHappened
    ? restAfterEvent(rest, event ?? { _id: wait.eventId ?? '', createdAt: rest.at })
    : restAfterTime(rest, wakeAt, stepStartedAt)
  const data = event && unescapeData(event.data)
  if (data && !fitsContext({ ...unescapeData(found.execution.context), ...data })) {
    const output = { eventId: event._id }
    return completeStep(ref, { ...failed(CONTEXT_TOO_LARGE), output }, { open: found, nextRest })
  }
  const outcome = hasHappened ? completed({ eventId: wait.eventId }, 'event') : completed({ timedOut: true }, 'timeout')
  return completeStep(ref, data ? { ...outcome, context: data } : outcome, { open: found, nextRest })
}

/**
 * Closes an open wait by an event, or by its time-out without one. Returns the wait, which does not change once closed.
 */
async function closeWait(
  { _id, projectId, contactId }: WaitRecord,
  event: Pick<EventRecord, '_id'> | null,
): Promise<WaitRecord | null> {
  const closed = await Wait.findOneAndUpdate(
    { _id, projectId, contactId, state: 'open' },
    { $set: event ? { state: 'matched', eventId: event._id } : { state: 'timed_out' } },
    { returnDocument: 'after' },
  ).lean()
  return closed ?? Wait.findOne({ _id, projectId }).lean()
}

async function writeWait(ref: StepRef, { execution, step }: OpenStep): Promise<WaitRecord> {
  const { eventName, filter = null } = step.config as { eventName: string; filter?: ConditionTree }
  return retryOnDuplicateKey(() =>
    Wait.findOneAndUpdate(
      { ...waitOf(ref), contactId: execution.contactId },
      {
        $setOnInsert: {
          _id: newId(),
          stepId: step.id,
          eventName,
          filter,
          since: execution.rest.at,
          usedEventIds: execution.rest.eventIds,
          state: 'open',
          eventId: null,
        },
      },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean(),
  )
}

function waitOf({ projectId, executionId, sequence, retries }: StepRef) {
  return { projectId, executionId, sequence, retries: retries ?? null }
}

import type { StepRef } from '../../../models/domain/next-step.js'
import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { waitUntil } from '../../../runtime/concurrency/wait-until.js'
import { findStopCause } from './stop-cause.js'

type OfContact = Pick<ExecutionRecord, 'contactId'>

/**
 * Marks an execution as calling a webhook. Returns false when the execution has ended, moved on or must not go on. The
 * mark is stored before this check, and the end of an execution is stored before `waitForCalls`, so that one of the two
 * sees the other.
 */
export async function beginCall(ref: StepRef, { contactId }: OfContact): Promise<boolean> {
  const { projectId, executionId: _id, sequence, retries = null } = ref
  const execution = await Execution.findOneAndUpdate(
    { _id, projectId, contactId, sequence, retries, status: { $in: ACTIVE_STATUSES } },
    { $set: { isCalling: true } },
  ).lean()
  return execution !== null && (await findStopCause(execution)) === null
}

/** Removes the mark of `beginCall` once the call has ended, and counts a call that failed at its receiver. */
export async function endCall(ref: StepRef, { contactId }: OfContact, hasFailed: boolean): Promise<void> {
  const { projectId, executionId: _id } = ref
  const stepRun = stepRunOf(ref)
  const isSame = { $eq: ['$failedCalls.stepRun', stepRun] }
  const count = { $cond: [isSame, { $add: ['$failedCalls.count', 1] }, 1] }
  await Execution.updateOne(
    { _id, projectId, contactId },
    [...(hasFailed ? [{ $set: { failedCalls: { stepRun, count } } }] : []), { $unset: 'isCalling' }],
    { updatePipeline: true },
  )
}

/** How many calls of this run of a step failed at their receiver. Calls that Posthorn aborted do not count. */
export function failedCallsOf({ failedCalls }: Pick<ExecutionRecord, 'failedCalls'>, ref: StepRef): number {
  return failedCalls?.stepRun === stepRunOf(ref) ? failedCalls.count : 0
}

function stepRunOf({ sequence, retries = 0 }: StepRef): string {
  return `${sequence}:${retries}`
}

/**
 * Waits until the calls of ended executions are over, for `patienceMs` at most. A call that takes longer has sent its
 * request long before.
 */
export async function waitForCalls(
  of: { projectId: string; _id: string | { $in: string[] } } | { projectId: string; contactId: string },
  patienceMs: number,
): Promise<void> {
  await waitUntil(async () => (await Execution.exists({ ...of, isCalling: true })) === null, patienceMs)
}

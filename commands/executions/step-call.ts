import type { StepRef } from '../../models/domain/directive.js'
import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Execution } from '../../models/execution.js'
import { waitUntil } from '../../runtime/concurrency/wait-until.js'
import { findHalt } from './find-halt.js'

/**
 * Notes that a call of a step is about to leave; false when the execution has ended, moved on or must not go on.
 * Because the note is written before it looks, and what ends an execution is written before that looks for notes,
 * one of the two sees the other.
 */
export async function beginCall(ref: StepRef): Promise<boolean> {
  const { projectId, executionId: _id, sequence, retries = null } = ref
  const execution = await Execution.findOneAndUpdate(
    { _id, projectId, sequence, retries, status: { $in: ACTIVE_STATUSES } },
    { $set: { isCalling: true } },
  ).lean()
  return execution !== null && (await findHalt(execution)) === null
}

/** Notes that the call of a step is over. */
export async function endCall({ projectId, executionId }: StepRef): Promise<void> {
  await Execution.updateOne({ _id: executionId, projectId }, { $unset: { isCalling: 1 } })
}

/**
 * Waits for calls that began before their executions were ended, because they may be on their way: until they are
 * over, for `patienceMs` at most. One that takes longer has left long before.
 */
export async function outlastCalls(
  of: { projectId: string; _id: string | { $in: string[] } } | { projectId: string; contactId: string },
  patienceMs: number,
): Promise<void> {
  await waitUntil(async () => (await Execution.exists({ ...of, isCalling: true })) === null, patienceMs)
}

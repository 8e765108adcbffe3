import type { NextStep, StepRef } from '../../../models/domain/next-step.js'
import { nextStepFor } from '../../../models/domain/enter-step.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { isOpen, openStep } from './open-step.js'

/**
 * Sets the time until which an execution waits in its current step, when the time is computed only after the execution
 * has entered the step. A later attempt keeps the time of the first one. Returns the next step.
 */
export async function setWakeTime(
  ref: StepRef,
  { contactId }: Pick<ExecutionRecord, 'contactId'>,
  wakeAt: Date,
): Promise<NextStep> {
  const { projectId, executionId: _id, sequence, retries } = ref
  await Execution.updateOne(
    { _id, projectId, contactId, sequence, retries: retries ?? null, status: 'RUNNING', wakeAt: null },
    { $set: { status: 'WAITING', wakeAt } },
  )
  const found = await openStep(ref)
  return isOpen(found) ? nextStepFor(found.version, found.execution) : found
}

import type { Directive, StepRef } from '../../models/domain/directive.js'
import { directiveFor } from '../../models/domain/enter-step.js'
import { Execution } from '../../models/execution.js'
import { isOpen, openStep } from './record-step-outcome.js'

/**
 * Lets an execution wait in the step it is in, until a time that was found out after it entered the step. Decided
 * once: a later try finds the time of the first. Returns what to do next.
 */
export async function beginWaiting(ref: StepRef, wakeAt: Date): Promise<Directive> {
  const { projectId, executionId: _id, sequence, retries } = ref
  await Execution.updateOne(
    { _id, projectId, sequence, retries: retries ?? null, status: 'RUNNING', wakeAt: null },
    { $set: { status: 'WAITING', wakeAt } },
  )
  const found = await openStep(ref)
  return isOpen(found) ? directiveFor(found.version.steps, found.execution) : found
}

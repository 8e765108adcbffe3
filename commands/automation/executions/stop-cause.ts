import type { ExecutionRecord } from '../../../models/execution.js'
import { ALL_CANCELLED, isCancelledWithWorkflow } from './cancelled-executions.js'
import { closeAndEnqueue, closeExecution, type ExecutionEnd } from './close-execution.js'
import { loadState, type ExecutionState } from './load-state.js'

/** The causes that end executions without a write to their records, with the `exitReason` of each. */
const EXIT_REASONS = {
  contactDeleted: 'Contact deleted',
  workflowDeleted: 'Workflow deleted',
  projectDisabled: 'Project disabled',
  allCancelled: ALL_CANCELLED,
} as const

/** The ids of an execution to stop. */
type Stoppable = Pick<ExecutionRecord, '_id' | 'projectId' | 'contactId'>

/** The cause for which an execution that has not ended must not go on, and its time. */
export interface StopCause {
  cause: keyof typeof EXIT_REASONS
  at: Date
}

/**
 * Checks all causes that end an execution without a write to its record: the deletion of its contact or workflow, a
 * disabled project, and the cancellation of all. Each cause is stored before its request is answered and checked before
 * every step, so that no step begins after the answer. Null while the execution may go on.
 */
export function stopCauseOf({ execution, workflow, project, contact }: ExecutionState): StopCause | null {
  const at = new Date()
  if (!contact) return { cause: 'contactDeleted', at }
  if (!workflow) return { cause: 'workflowDeleted', at }
  if (!project || project.disabled) return { cause: 'projectDisabled', at }
  return isCancelledWithWorkflow(execution, workflow) ? { cause: 'allCancelled', at: workflow.cancellations.at } : null
}

/** Reads the state of an execution, and checks it as `stopCauseOf` does. */
export async function findStopCause({ projectId, _id: executionId }: ExecutionRecord): Promise<StopCause | null> {
  const state = await loadState({ projectId, executionId })
  // Only the deletion of its workflow removes an execution that has not ended.
  return state ? stopCauseOf(state) : { cause: 'workflowDeleted', at: new Date() }
}

/**
 * Cancels an execution for a cause that `stopCauseOf` found; null when it has ended meanwhile. Its Temporal workflow
 * execution learns of it at its next step.
 */
export async function stopExecution(execution: Stoppable, why: StopCause): Promise<ExecutionRecord | null> {
  return closeExecution(endFor(execution, why))
}

/**
 * Cancels an execution as `stopExecution` does, and stores the outbox entry that ends its Temporal workflow execution
 * at once.
 */
export async function stopAndEnqueue(execution: Stoppable, why: StopCause): Promise<ExecutionRecord | null> {
  return closeAndEnqueue(endFor(execution, why))
}

function endFor({ _id: executionId, projectId, contactId }: Stoppable, { cause, at }: StopCause): ExecutionEnd {
  return { projectId, executionId, contactId, status: 'CANCELLED', exitReason: EXIT_REASONS[cause], at }
}

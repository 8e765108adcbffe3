import { Contact } from '../../models/contact.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import type { ExecutionRecord } from '../../models/execution.js'
import { Project } from '../../models/project.js'
import { Workflow } from '../../models/workflow.js'
import { ALL_CANCELLED, isCancelledWithWorkflow } from './cancelled-executions.js'
import { closeAndTell, closeExecution, type ClosedExecution, type ExecutionEnd } from './close-execution.js'

/** The causes that end executions from outside, with the `exitReason` of each. */
const EXIT_REASONS = {
  contactDeleted: 'Contact deleted',
  workflowDeleted: 'Workflow deleted',
  projectDisabled: 'Project disabled',
  allCancelled: ALL_CANCELLED,
} as const

const MAX_TOGETHER = 100

/** The cause for which an execution that has not ended must not go on, and its time. */
export interface StopCause {
  cause: keyof typeof EXIT_REASONS
  at: Date
}

/**
 * Checks everything that ends an execution from outside without writing to its record: the deletion of its contact or
 * workflow, a disabled project, the cancellation of all. Each is stored before its request is answered and checked
 * before every step, so that no step begins after the answer. Null while the execution may go on. Concurrent checks of
 * one project share their reads.
 */
export const findStopCause = batchCalls<ExecutionRecord, StopCause | null>({
  keyOf: ({ projectId }) => projectId,
  maxBatch: MAX_TOGETHER,
  concurrencyPerKey: 2,
  async run(executions) {
    const projectId = executions[0]?.projectId ?? ''
    const workflowIds = new Set(executions.map(({ workflowId }) => workflowId))
    const contactIds = new Set(executions.map(({ contactId }) => contactId))
    const [workflows, contacts, project] = await Promise.all([
      Workflow.find({ _id: { $in: [...workflowIds] }, projectId }, { cancellations: 1 }).lean(),
      Contact.find({ _id: { $in: [...contactIds] }, projectId }, { _id: 1 }).lean(),
      Project.findOne({ _id: projectId }, { disabled: 1 }).lean(),
    ])
    const at = new Date()
    const workflowOf = new Map(workflows.map((workflow) => [workflow._id, workflow]))
    const existing = new Set(contacts.map(({ _id }) => _id))
    return executions.map((execution) => {
      const workflow = workflowOf.get(execution.workflowId)
      if (!existing.has(execution.contactId)) return { cause: 'contactDeleted', at }
      if (!workflow) return { cause: 'workflowDeleted', at }
      if (!project || project.disabled) return { cause: 'projectDisabled', at }
      return isCancelledWithWorkflow(execution, workflow)
        ? { cause: 'allCancelled', at: workflow.cancellations.at }
        : null
    })
  },
})

/**
 * Cancels an execution for a cause that `findStopCause` found; null when it has ended meanwhile. Its Temporal workflow
 * execution learns of it at its next step.
 */
export async function stopExecution(execution: ExecutionRecord, why: StopCause): Promise<ExecutionRecord | null> {
  return closeExecution(endFor(execution, why))
}

/** The same, with the entry that tells its Temporal workflow execution at once. */
export async function stopAndTell(execution: ExecutionRecord, why: StopCause): Promise<ClosedExecution | null> {
  return closeAndTell(endFor(execution, why))
}

function endFor({ _id: executionId, projectId }: ExecutionRecord, { cause, at }: StopCause): ExecutionEnd {
  return { projectId, executionId, status: 'CANCELLED', exitReason: EXIT_REASONS[cause], at }
}

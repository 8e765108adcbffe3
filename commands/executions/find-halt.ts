import { Contact } from '../../models/contact.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import type { ExecutionRecord } from '../../models/execution.js'
import { Project } from '../../models/project.js'
import { Workflow } from '../../models/workflow.js'
import { CANCELLED_WITH_ALL, isCancelledWithAll } from './cancelled-with-all.js'
import { closeExecution } from './close-execution.js'

/** What ends executions from outside, and the `exitReason` that tells of it. */
const EXIT_REASONS = {
  contactDeleted: 'Contact deleted',
  workflowDeleted: 'Workflow deleted',
  projectDisabled: 'Project disabled',
  allCancelled: CANCELLED_WITH_ALL,
} as const

const MAX_TOGETHER = 100

/** Why an execution that has not ended must not go on, and since when. */
export interface Halt {
  cause: keyof typeof EXIT_REASONS
  at: Date
}

/**
 * Looks at everything that ends an execution from outside without telling each: its contact's deletion, its project
 * being disabled, the cancellation of all. Each is written before it is answered for, and this is asked before every
 * step, so that no step begins after the answer. Null while the execution may go on. Those of a project that ask at
 * the same moment are looked at together.
 */
export const findHalt = batchCalls<ExecutionRecord, Halt | null>({
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
    const known = new Set(contacts.map(({ _id }) => _id))
    return executions.map((execution) => {
      const workflow = workflowOf.get(execution.workflowId)
      if (!known.has(execution.contactId)) return { cause: 'contactDeleted', at }
      if (!workflow) return { cause: 'workflowDeleted', at }
      if (!project || project.disabled) return { cause: 'projectDisabled', at }
      return isCancelledWithAll(execution, workflow) ? { cause: 'allCancelled', at: workflow.cancellations.at } : null
    })
  },
})

/**
 * Ends an execution for what `findHalt` found; null when it has ended meanwhile. With `tell` its durable execution is
 * told, which otherwise learns of it at its next step.
 */
export async function halt(
  { _id: executionId, projectId }: ExecutionRecord,
  { cause, at }: Halt,
  tell = false,
): Promise<ExecutionRecord | null> {
  return closeExecution({ projectId, executionId, status: 'CANCELLED', exitReason: EXIT_REASONS[cause], at, tell })
}

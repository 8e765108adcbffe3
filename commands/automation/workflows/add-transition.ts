import { AppError } from '../../../models/domain/errors.js'
import { refuseTransition, type Transition } from '../../../models/domain/workflow-graph.js'
import { newTransition } from './add-step.js'
import { changeWorkflow, type WorkflowEdit } from './change-workflow.js'
import { requireStep } from './workflow-step.js'

/** The fields of a new transition; `branch` null serves every outcome without a transition of its own. */
export type TransitionDraft = Pick<Transition, 'fromStepId' | 'toStepId' | 'branch' | 'priority'>

/**
 * Adds a transition between two steps. Throws WORKFLOW_NOT_FOUND, 404 for a step of another workflow, and
 * BAD_REQUEST for a transition that the graph does not allow.
 */
export async function addTransition(ref: WorkflowEdit, draft: TransitionDraft): Promise<Transition> {
  const transition = newTransition(draft)
  await changeWorkflow(ref, (workflow) => {
    const from = requireStep(workflow, draft.fromStepId)
    const to = requireStep(workflow, draft.toStepId)
    const refusal = refuseTransition(workflow, from, to, draft.branch)
    if (refusal) throw new AppError('BAD_REQUEST', refusal.message, { errors: [{ ...refusal, code: 'custom' }] })
    return { transitions: [...workflow.transitions, transition] }
  })
  return transition
}

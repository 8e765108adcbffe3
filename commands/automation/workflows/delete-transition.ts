import { notFound } from '../../../models/domain/errors.js'
import { changeWorkflow, type WorkflowEdit } from './change-workflow.js'

/** Deletes a transition. Throws WORKFLOW_NOT_FOUND and RESOURCE_NOT_FOUND. */
export async function deleteTransition(ref: WorkflowEdit & { transitionId: string }): Promise<void> {
  const { transitionId } = ref
  await changeWorkflow(ref, ({ transitions }) => {
    const remaining = transitions.filter(({ id }) => id !== transitionId)
    if (remaining.length === transitions.length) throw notFound('transition', transitionId)
    return { transitions: remaining }
  })
}

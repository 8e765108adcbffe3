import { AppError } from '../../../models/domain/errors.js'
import { spliceStep, withoutStep } from '../../../models/domain/remove-step.js'
import type { Graph } from '../../../models/domain/workflow-graph.js'
import { changeWorkflow, type WorkflowEdit } from './change-workflow.js'
import { requireStep, type WorkflowStepRef } from './workflow-step.js'

/**
 * Deletes a step with its transitions; `splice` connects its predecessors to its only successor. Throws
 * WORKFLOW_NOT_FOUND, RESOURCE_NOT_FOUND, and BAD_REQUEST for the TRIGGER and if splicing is impossible.
 */
export async function deleteStep(ref: WorkflowStepRef & WorkflowEdit, { splice }: { splice: boolean }): Promise<void> {
  const { stepId } = ref
  await changeWorkflow(ref, (workflow) => {
    const { type } = requireStep(workflow, stepId)
    if (type === 'TRIGGER') throw new AppError('BAD_REQUEST', 'The TRIGGER step cannot be deleted')
    const { steps, transitions } = splice ? splicedGraph(workflow, stepId) : withoutStep(workflow, stepId)
    return { steps, transitions }
  })
}

function splicedGraph(graph: Graph, stepId: string): Graph {
  const spliced = spliceStep(graph, stepId)
  if ('graph' in spliced) return spliced.graph
  const message = spliced.refusal
  throw new AppError('BAD_REQUEST', message, {
    errors: [{ field: 'splice', message, code: 'custom' }],
    suggestion: 'Delete the step without `splice`, then connect the remaining steps',
  })
}

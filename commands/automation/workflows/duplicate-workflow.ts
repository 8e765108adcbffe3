import { copiedName } from '../../../models/domain/copied-name.js'
import { notFound } from '../../../models/domain/errors.js'
import type { Graph } from '../../../models/domain/workflow-graph.js'
import { newId } from '../../../runtime/ids.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { imagesOfSteps, type WorkflowEdit } from './change-workflow.js'
import { insertWorkflow } from './create-workflow.js'

/**
 * Stores a disabled copy of a workflow with new ids in its graph. The name of the copy is at most `maxNameLength` long.
 * Throws WORKFLOW_NOT_FOUND, TEMPLATE_NOT_FOUND if the template of a step is deleted, and QUOTA_EXCEEDED.
 */
export async function duplicateWorkflow(
  { projectId, workflowId, authorId = null }: WorkflowEdit,
  { maxNameLength }: { maxNameLength: number },
): Promise<WorkflowRecord> {
  return inQuotaTransaction(projectId, async (session) => {
    const source = await Workflow.findOne({ _id: workflowId, projectId }, null, { session }).lean()
    if (!source) throw notFound('workflow', workflowId)
    const { description, triggerType, triggerConfig, allowReentry } = source
    const fields = { projectId, description, triggerType, triggerConfig, allowReentry, authorId }
    const graph = copyOf(source)
    const uploadIds = await imagesOfSteps(session, { projectId }, graph.steps)
    return insertWorkflow(session, { ...fields, ...graph, uploadIds, name: copiedName(source.name, maxNameLength) })
  })
}

function copyOf({ steps, transitions }: Graph): Graph {
  const now = new Date()
  const ids = new Map(steps.map(({ id }) => [id, newId()]))
  const idOf = (id: string): string => ids.get(id) ?? id
  return {
    steps: steps.map((step) => ({ ...step, id: idOf(step.id), createdAt: now, updatedAt: now })),
    transitions: transitions.map((transition) => ({
      ...transition,
      id: newId(),
      fromStepId: idOf(transition.fromStepId),
      toStepId: idOf(transition.toStepId),
      createdAt: now,
    })),
  }
}

import { copiedName } from '../../../models/domain/copied-name.js'
import { notFound } from '../../../models/domain/errors.js'
import type { Graph } from '../../../models/domain/workflow-graph.js'
import { newId } from '../../../runtime/ids.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { lockTemplates } from '../../base/references/lock-templates.js'
import { imagesOfSteps, writeVersion, type WorkflowEdit } from './change-workflow.js'

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
    await requireQuota(session, projectId, 'workflows')
    const { name, description, triggerType, triggerConfig, allowReentry } = source
    const fields = { projectId, description, triggerType, triggerConfig, allowReentry, enabled: false }
    const draft = { ...fields, ...copyOf(source), _id: newId(), name: copiedName(name, maxNameLength) }
    const uploadIds = await imagesOfSteps(session, { projectId }, draft.steps)
    const [created] = await Workflow.create([{ ...draft, uploadIds }], { session })
    if (!created) throw new Error('The workflow was not created')
    const copy = created.toObject()
    await writeVersion(copy, authorId, session)
    await lockTemplates(session, projectId, { before: [], after: copy.steps })
    return copy
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

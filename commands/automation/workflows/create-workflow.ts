import type { Step } from '../../../models/domain/workflow-graph.js'
import { newId } from '../../../runtime/ids.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { writeVersion } from './change-workflow.js'

/** The fields of a new workflow. */
export interface WorkflowDraft {
  projectId: string
  name: string
  description: string | null
  /** The configuration of its trigger, possibly incomplete. */
  triggerConfig: WorkflowRecord['triggerConfig']
  allowReentry: boolean
  /** The user who makes it; null where a key does. */
  authorId: string | null
}

/** Stores a disabled workflow of one TRIGGER step and its first version, in one transaction. Throws QUOTA_EXCEEDED. */
export async function createWorkflow({ authorId, ...draft }: WorkflowDraft): Promise<WorkflowRecord> {
  const fields = {
    ...draft,
    _id: newId(),
    triggerType: 'EVENT' as const,
    enabled: false,
    version: 1,
    steps: [newTrigger()],
    transitions: [],
  }
  return inQuotaTransaction(draft.projectId, async (session) => {
    await requireQuota(session, draft.projectId, 'workflows')
    const [workflow] = await Workflow.create([fields], { session })
    if (!workflow) throw new Error('The workflow was not created')
    const stored = workflow.toObject()
    await writeVersion(stored, authorId, session)
    return stored
  })
}

function newTrigger(): Step {
  const now = new Date()
  return {
    id: newId(),
    type: 'TRIGGER',
    name: 'Trigger',
    position: { x: 0, y: 0 },
    config: {},
    templateId: null,
    createdAt: now,
    updatedAt: now,
  }
}

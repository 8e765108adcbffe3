import type { ClientSession } from 'mongoose'
import type { Graph, Step } from '../../../models/domain/workflow-graph.js'
import { newId } from '../../../runtime/ids.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { lockTemplates } from '../../base/references/lock-templates.js'
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
export async function createWorkflow(draft: WorkflowDraft): Promise<WorkflowRecord> {
  return inQuotaTransaction(draft.projectId, (session) => {
    return insertWorkflow(session, { ...draft, triggerType: 'EVENT', steps: [newTrigger()], transitions: [] })
  })
}

/** The fields of a new workflow that has a graph. */
export type WholeDraft = WorkflowDraft & Pick<WorkflowRecord, 'triggerType' | 'uploadIds'> & Graph

/**
 * Stores a disabled workflow with its graph and its first version, within a transaction of `inQuotaTransaction`. Throws
 * QUOTA_EXCEEDED, and TEMPLATE_NOT_FOUND if the template of a step is deleted.
 */
export async function insertWorkflow(
  session: ClientSession,
  { authorId, ...draft }: WholeDraft,
): Promise<WorkflowRecord> {
  await requireQuota(session, draft.projectId, 'workflows')
  const [workflow] = await Workflow.create([{ ...draft, _id: newId(), enabled: false, version: 1 }], { session })
  if (!workflow) throw new Error('The workflow was not created')
  const stored = workflow.toObject()
  await writeVersion(stored, authorId, session)
  await lockTemplates(session, draft.projectId, { before: [], after: draft.steps })
  return stored
}

/** The step with which every workflow begins. */
export function newTrigger(): Step {
  return newStep({ type: 'TRIGGER', name: 'Trigger', position: { x: 0, y: 0 }, config: {}, templateId: null })
}

/** A step with a new id. */
export function newStep(fields: Omit<Step, 'id' | 'createdAt' | 'updatedAt'>): Step {
  const now = new Date()
  return { id: newId(), ...fields, createdAt: now, updatedAt: now }
}

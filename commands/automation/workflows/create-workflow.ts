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
    return insertWorkflow(session, draft, { steps: [newTrigger()], transitions: [] })
  })
}

/** The same with a graph, within a transaction of `inQuotaTransaction` that stores more. */
export async function insertWorkflow(
  session: ClientSession,
  { authorId, ...draft }: WorkflowDraft,
  graph: Graph,
): Promise<WorkflowRecord> {
  await requireQuota(session, draft.projectId, 'workflows')
  const fields = { ...draft, ...graph, _id: newId(), triggerType: 'EVENT' as const, enabled: false, version: 1 }
  const [workflow] = await Workflow.create([fields], { session })
  if (!workflow) throw new Error('The workflow was not created')
  const stored = workflow.toObject()
  await writeVersion(stored, authorId, session)
  await lockTemplates(session, draft.projectId, { before: [], after: graph.steps })
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

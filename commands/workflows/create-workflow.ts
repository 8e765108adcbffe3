import type { Step } from '../../models/domain/workflow-graph.js'
import { newId } from '../../runtime/ids.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { writeVersion } from './change-workflow.js'

/** A workflow as its author begins it. */
export interface WorkflowDraft {
  projectId: string
  name: string
  description: string | null
  /** What starts it, as far as its author has decided. */
  triggerConfig: WorkflowRecord['triggerConfig']
  allowReentry: boolean
}

/** Stores a workflow of one TRIGGER step, disabled, and its first version: both or neither. */
export async function createWorkflow(draft: WorkflowDraft): Promise<WorkflowRecord> {
  const fields = {
    ...draft,
    _id: newId(),
    enabled: false,
    triggerType: 'EVENT' as const,
    version: 1,
    steps: [newTrigger()],
    transitions: [],
  }
  return inTransaction(async (session) => {
    const [workflow] = await Workflow.create([fields], { session })
    if (!workflow) throw new Error('The workflow was not created')
    const stored = workflow.toObject()
    await writeVersion(stored, session)
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

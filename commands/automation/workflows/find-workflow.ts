import { AppError, notFound } from '../../../models/domain/errors.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'

/** The ids of a workflow and its project. */
export interface WorkflowRef {
  projectId: string
  workflowId: string
}

/** Reads a workflow. Throws WORKFLOW_NOT_FOUND. */
export async function findWorkflow({ projectId, workflowId }: WorkflowRef): Promise<WorkflowRecord> {
  const workflow = await Workflow.findOne({ _id: workflowId, projectId }).lean()
  if (!workflow) throw notFound('workflow', workflowId)
  return workflow
}

/** The error for an archived workflow that is to be enabled or started. */
export function archivedConflict(verb: string): AppError {
  return new AppError('CONFLICT', `This workflow is archived and cannot be ${verb}`, {
    details: { reason: 'archived' },
    suggestion: 'Restore it first',
  })
}

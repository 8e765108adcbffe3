import { AppError } from '../../../models/domain/errors.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { versionId, WorkflowVersion } from '../../../models/workflow-version.js'
import { findWorkflow, type WorkflowRef } from './find-workflow.js'

/**
 * A workflow with the name and the graph of one of its versions, and the present values of all other fields. Throws
 * WORKFLOW_NOT_FOUND, also for an unknown version.
 */
export async function findWorkflowVersion(ref: WorkflowRef, version: number): Promise<WorkflowRecord> {
  const { projectId, workflowId } = ref
  const workflow = await findWorkflow(ref)
  // Positions change without a new version: the workflow itself holds the current ones.
  if (version === workflow.version) return workflow
  const older = await WorkflowVersion.findOne({ _id: versionId(workflowId, version), projectId }).lean()
  if (!older) {
    const details = { resource: 'workflow', id: workflowId, version }
    throw new AppError('WORKFLOW_NOT_FOUND', `The workflow has no version ${version}`, { details })
  }
  const { name, steps, transitions } = older
  return { ...workflow, version, name, steps, transitions }
}

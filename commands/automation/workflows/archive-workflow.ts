import { AppError } from '../../../models/domain/errors.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { changeWorkflow, type WorkflowEdit } from './change-workflow.js'
import { archivedConflict } from './find-workflow.js'

/** Archives a workflow or restores it. Throws WORKFLOW_NOT_FOUND, and CONFLICT for an enabled workflow to archive. */
export async function archiveWorkflow(edit: WorkflowEdit, archived: boolean): Promise<WorkflowRecord> {
  return changeWorkflow(edit, (workflow) => {
    if (workflow.archived === archived) return {}
    refuseArchived(workflow, { ...workflow, archived })
    return { archived }
  })
}

/** Throws CONFLICT for a change after which a workflow would be both archived and enabled. */
export function refuseArchived(before: WorkflowRecord, after: WorkflowRecord): void {
  if (!after.archived || !after.enabled) return
  if (before.archived) throw archivedConflict('enabled')
  throw new AppError('CONFLICT', 'This workflow is enabled and cannot be archived', {
    details: { reason: 'enabled' },
    suggestion: 'Disable it first',
  })
}

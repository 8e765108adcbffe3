import { invalid, type FieldError } from '../../../models/domain/errors.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { changeWorkflow, type WorkflowChanges, type WorkflowEdit } from './change-workflow.js'
import { refuseArchived } from './archive-workflow.js'
import { findTriggerFaults, findWorkflowFaults, type FaultSettings } from './find-workflow-faults.js'

/** The fields of a workflow to change besides its graph. */
export type WorkflowPatch = Omit<WorkflowChanges, 'steps' | 'transitions'>

/**
 * Changes a workflow's description and trigger, enables or disables it, and archives or restores it. Enabling checks
 * the whole graph; if an enabled workflow gets a new trigger, only the trigger is checked. Throws WORKFLOW_NOT_FOUND,
 * CONFLICT for a workflow that would be both archived and enabled, and VALIDATION_ERROR with all faults.
 */
export async function updateWorkflow(
  ref: WorkflowEdit,
  patch: WorkflowPatch,
  settings: FaultSettings,
): Promise<WorkflowRecord> {
  return changeWorkflow(ref, async (workflow) => {
    refuseArchived(workflow, { ...workflow, ...patch })
    const faults = await faultsOf(workflow, patch, settings)
    if (faults.length > 0) throw invalid(faults)
    return patch
  })
}

async function faultsOf(before: WorkflowRecord, patch: WorkflowPatch, settings: FaultSettings): Promise<FieldError[]> {
  const after = { ...before, ...patch }
  if (!after.enabled) return []
  // A later fault, such as a lost domain verification, must not block other changes of an enabled workflow.
  if (!before.enabled) return findWorkflowFaults(after, settings)
  return patch.triggerType || patch.triggerConfig ? findTriggerFaults(after) : []
}

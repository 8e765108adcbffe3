import { invalid, type FieldError } from '../../models/domain/errors.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { changeWorkflow, type WorkflowChanges } from './change-workflow.js'
import { findTriggerFaults, findWorkflowFaults, type FaultSettings } from './find-workflow-faults.js'
import type { WorkflowRef } from './find-workflow.js'

/** What an author changes of a workflow besides its graph. */
export type WorkflowPatch = Omit<WorkflowChanges, 'steps' | 'transitions'>

/**
 * Changes a workflow's description, trigger and whether it is live. Enabling it checks the whole graph, and a new
 * trigger of an enabled one is checked alone. Throws WORKFLOW_NOT_FOUND, and VALIDATION_ERROR with every fault found.
 */
export async function updateWorkflow(
  ref: WorkflowRef,
  patch: WorkflowPatch,
  settings: FaultSettings,
): Promise<WorkflowRecord> {
  return changeWorkflow(ref, async (workflow) => {
    const faults = await faultsOf(workflow, patch, settings)
    if (faults.length > 0) throw invalid(faults)
    return patch
  })
}

async function faultsOf(before: WorkflowRecord, patch: WorkflowPatch, settings: FaultSettings): Promise<FieldError[]> {
  const after = { ...before, ...patch }
  if (!after.enabled) return []
  // What was lost since, such as the verification of a domain, does not keep an enabled workflow from its new name.
  if (!before.enabled) return findWorkflowFaults(after, settings)
  return patch.triggerType || patch.triggerConfig ? findTriggerFaults(after) : []
}

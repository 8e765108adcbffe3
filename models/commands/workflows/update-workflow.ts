import { invalid } from '../../domain/errors.js'
import { triggerFaults } from '../../domain/workflow-faults.js'
import type { WorkflowRecord } from '../../workflow.js'
import { changeWorkflow, type WorkflowChanges } from './change-workflow.js'
import { findWorkflowFaults } from './find-workflow-faults.js'
import type { WorkflowRef } from './find-workflow.js'

/** What an author changes of a workflow besides its graph. */
export type WorkflowPatch = Omit<WorkflowChanges, 'steps' | 'transitions'>

/**
 * Changes a workflow's description, trigger and whether it is live. Enabling it checks the whole graph.
 * Throws WORKFLOW_NOT_FOUND, and VALIDATION_ERROR with every fault found.
 */
export async function updateWorkflow(
  ref: WorkflowRef,
  patch: WorkflowPatch,
  settings: { allowTestDomains: boolean },
): Promise<WorkflowRecord> {
  return changeWorkflow(ref, async (workflow) => {
    const next = { ...workflow, ...patch }
    const faults = patch.enabled ? await findWorkflowFaults(next, settings) : next.enabled ? triggerFaults(next) : []
    if (faults.length > 0) throw invalid(faults)
    const { name, ...rest } = patch
    // The name as it was makes no version.
    return name === undefined || name === workflow.name ? rest : patch
  })
}

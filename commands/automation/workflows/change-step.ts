import { isDeepStrictEqual } from 'node:util'
import { AppError, invalid } from '../../../models/domain/errors.js'
import { strandedTransitions, type Step } from '../../../models/domain/workflow-graph.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { changeWorkflow, type WorkflowEdit } from './change-workflow.js'
import { refuseFaultyStep, type FaultSettings } from './find-workflow-faults.js'
import { requireStep, withTemplate, type WorkflowStepRef } from './workflow-step.js'

/** The fields of a step to change; undefined fields stay. `config` is complete and checked for the step's type. */
export interface StepChanges {
  name?: string | undefined
  position?: { x: number; y: number } | undefined
  config?: Record<string, unknown> | undefined
  templateId?: string | null | undefined
}

/**
 * Changes a step. A new position alone creates no version, because executions do not depend on it. Throws
 * WORKFLOW_NOT_FOUND, RESOURCE_NOT_FOUND, TEMPLATE_NOT_FOUND, BAD_REQUEST when a transition belongs to a branch that
 * the step would lose, and VALIDATION_ERROR for the faults that the step of an enabled workflow would have.
 */
export async function changeStep(
  ref: WorkflowStepRef & WorkflowEdit,
  patch: StepChanges,
  settings: FaultSettings,
): Promise<{ workflow: WorkflowRecord; step: Step }> {
  const { stepId } = ref
  const workflow = await changeWorkflow(ref, async (workflow) => {
    const step = requireStep(workflow, stepId)
    refuseTriggerConfig(workflow, step, patch)
    const changed = patched(step, patch)
    if (isDeepStrictEqual(changed, step)) return {}
    refuseStranding(workflow, step, changed)
    if (!isDeepStrictEqual(changed.config, step.config)) await refuseFaultyStep(workflow, changed, settings)
    const steps = workflow.steps.map((each) => (each.id === stepId ? { ...changed, updatedAt: new Date() } : each))
    return { steps }
  })
  return { workflow, step: requireStep(workflow, stepId) }
}

function patched(step: Step, { name = step.name, position = step.position, config, templateId }: StepChanges): Step {
  const isConfigured = step.type !== 'TRIGGER' && (config !== undefined || templateId !== undefined)
  if (!isConfigured) return { ...step, name, position }
  return { ...step, name, position, ...withTemplate(config ?? step.config, templateOf(step, { config, templateId })) }
}

// A client that knows only one of the two fields sends the other back unchanged: the value that differs wins.
function templateOf(step: Step, { config, templateId }: StepChanges): string | null {
  if (step.type !== 'SEND_EMAIL') return null
  const sent = [templateId, config?.['templateId'] as string | null | undefined]
  const changed = sent.find((id) => id !== undefined && id !== step.templateId)
  return changed === undefined ? step.templateId : changed
}

// The step shows the trigger's config too, so that clients may send it back unchanged.
function refuseTriggerConfig({ triggerConfig }: WorkflowRecord, { type }: Step, { config }: StepChanges): void {
  if (type !== 'TRIGGER' || config === undefined || isDeepStrictEqual(config, triggerConfig)) return
  const message = "Configure a TRIGGER step with the workflow's triggerConfig"
  throw invalid([{ field: 'config', message, code: 'custom' }])
}

function refuseStranding(workflow: WorkflowRecord, before: Step, after: Step): void {
  const branches = strandedTransitions(workflow, before, after).map(({ branch }) => branch)
  if (branches.length === 0) return
  const message = `The step would lose branches that transitions use: ${branches.join(', ')}`
  throw new AppError('BAD_REQUEST', message, {
    errors: [{ field: 'config.branches', message, code: 'custom' }],
    suggestion: 'Delete the transitions first',
  })
}

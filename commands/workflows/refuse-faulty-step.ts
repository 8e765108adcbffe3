import { AppError, notFound } from '../../models/domain/errors.js'
import type { Step } from '../../models/domain/workflow-graph.js'
import { Template } from '../../models/template.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { findStepFaults, type FaultSettings } from './find-workflow-faults.js'

/**
 * Keeps an enabled workflow such that it could be enabled as it is; what a step of a disabled one lacks is found
 * when that is enabled. Throws TEMPLATE_NOT_FOUND, and VALIDATION_ERROR with each fault as `config.<field>`.
 */
export async function refuseFaultyStep(workflow: WorkflowRecord, step: Step, settings: FaultSettings): Promise<void> {
  if (!workflow.enabled) return
  const { projectId } = workflow
  const { templateId } = step
  const faults = await findStepFaults(projectId, [step], settings)
  if (faults.length === 0) return
  if (templateId !== null && !(await Template.exists({ _id: templateId, projectId }))) {
    throw notFound('template', templateId)
  }
  throw new AppError('VALIDATION_ERROR', 'A step of an enabled workflow has to be complete', {
    errors: faults.map((fault) => ({ ...fault, field: fault.field.slice(`steps.${step.id}.`.length) })),
    suggestion: 'Send all that the step needs at once, or disable the workflow first.',
  })
}

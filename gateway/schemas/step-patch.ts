import type { z } from 'zod'
import type { StepChanges } from '../../commands/automation/workflows/change-step.js'
import { invalid } from '../../models/domain/errors.js'
import type { Step } from '../../models/domain/workflow-graph.js'
import { validateLiquid } from '../../mail/rendering/liquid-faults.js'
import { fieldErrors, suggestionOf } from '../http/request/validate.js'
import { NewStep, type StepPatch } from './workflow.js'

/** Validates a patch for the type of its step, by the rules of a new step. Throws VALIDATION_ERROR. */
export async function readStepPatch(
  { type, name }: Step,
  body: z.output<typeof StepPatch>,
  projectId: string,
): Promise<StepChanges> {
  const { type: sentType = type, config, ...changes } = body
  if (sentType !== type) {
    const message = `The type of a step cannot be changed. This is a ${type} step`
    throw invalid([{ field: 'type', message, code: 'custom', received: sentType }])
  }
  // The config of a TRIGGER is the `triggerConfig` of its workflow, so it has no schema here.
  if (config === undefined || type === 'TRIGGER') return { ...changes, config }
  const read = await validateLiquid(projectId, () => NewStep.safeParse({ type, name, config }))
  if (!read.success) {
    const { issues } = read.error
    const errors = fieldErrors(issues, { config })
    throw invalid(errors, { suggestion: suggestionOf(errors) })
  }
  return { ...changes, config: read.data.config }
}

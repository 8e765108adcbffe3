import type { z } from 'zod'
import type { Definition } from '../../commands/automation/workflows/publish-definition.js'
import type { StepDefinition } from '../../commands/automation/workflows/definition-graph.js'
import { invalid, type FieldError } from '../../models/domain/errors.js'
import { validateLiquid } from '../../mail/rendering/liquid-faults.js'
import { fieldErrors, suggestionOf } from '../http/request/validate.js'
import type { WorkflowDefinition } from './definition.js'
import { NewStep } from './workflow.js'

type Sent = Omit<z.output<typeof WorkflowDefinition>, 'ifUpdatedAt'>

// A definition of 200 steps could hold half a million wrong values.
const MAX_ERRORS = 1_000

/**
 * Validates the steps of a definition by the rules of new steps. Throws VALIDATION_ERROR, each fault as
 * `steps.<id>.<field>` and with the id of its step.
 */
export async function readDefinition(body: Sent, projectId: string): Promise<Definition> {
  const { steps, ...rest } = body
  const read = await validateLiquid(projectId, () => readSteps(steps))
  if (!read.success) {
    const errors = read.errors.slice(0, MAX_ERRORS)
    throw invalid(errors, { suggestion: suggestionOf(errors) })
  }
  return { ...rest, steps: read.steps }
}

type Read = { success: true; steps: StepDefinition[] } | { success: false; errors: FieldError[] }

function readSteps(steps: Sent['steps']): Read {
  const errors: FieldError[] = []
  const all = steps.map((step): StepDefinition => {
    const { id, type, name, config, position, templateId } = step
    const placed = { id, type, name, templateId, ...(position ? { position } : {}) }
    // The config of a TRIGGER is the `triggerConfig` of its workflow, so that it has no schema here.
    if (type === 'TRIGGER') return { ...placed, config }
    const result = NewStep.safeParse({ type, name, config })
    if (result.success) return { ...placed, config: result.data.config }
    const faults = fieldErrors(result.error.issues, { config })
    errors.push(...faults.map((fault) => ({ ...fault, field: `steps.${id}.${fault.field}`, stepId: id })))
    return { ...placed, config }
  })
  return errors.length > 0 ? { success: false, errors } : { success: true, steps: all }
}

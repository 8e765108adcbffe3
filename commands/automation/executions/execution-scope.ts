import { unescapeData } from '../../../models/domain/fields.js'
import { findStep } from '../../../models/domain/workflow-graph.js'
import { contactScope } from '../../../mail/rendering/contact-scope.js'
import type { OpenTemplateStep } from './open-step.js'

/** The scope of a step's templates: the contact as it is now, under the scope of its execution. */
export function stepScope(open: OpenTemplateStep): Record<string, unknown> {
  return { ...contactScope(open.contact), ...executionScope(open) }
}

/** The scope of a workflow's templates besides the contact: context, earlier outputs, workflow and execution. */
export function executionScope({
  execution,
  version,
  outputs,
}: Omit<OpenTemplateStep, 'contact' | 'step'>): Record<string, unknown> {
  const byName = outputs.map(({ stepId, output }) => [findStep(version, stepId)?.name ?? stepId, output] as const)
  return {
    event: unescapeData(execution.context),
    // Of several steps with one name the step that ran last wins.
    steps: Object.fromEntries(byName),
    workflow: { id: execution.workflowId, name: version.name },
    execution: { id: execution._id },
  }
}

import { unescapeData } from '../../models/domain/fields.js'
import { findStep } from '../../models/domain/workflow-graph.js'
import { contactScope, type ScopedContact } from '../../mail/rendering/contact-scope.js'
import type { OpenStep } from './record-step-outcome.js'
import { latestOutputs, type StepOutput } from './step-outputs.js'

/** The scope of a step's templates: the contact as it is now, under the scope of its execution. */
export async function stepScope(
  open: OpenStep,
  contact: ScopedContact,
  outputs?: readonly StepOutput[],
): Promise<Record<string, unknown>> {
  return { ...contactScope(contact), ...(await executionScope(open, outputs)) }
}

/**
 * The scope of a workflow's templates besides the contact: context, earlier outputs, workflow and execution. `outputs`
 * are the latest ones, where the caller has read them.
 */
export async function executionScope(
  { execution, version }: OpenStep,
  outputs?: readonly StepOutput[],
): Promise<Record<string, unknown>> {
  const { projectId, _id: executionId } = execution
  const latest = outputs ?? (await latestOutputs(projectId, executionId))
  const byName = latest.map(({ stepId, output }) => [findStep(version, stepId)?.name ?? stepId, output] as const)
  return {
    event: unescapeData(execution.context),
    // Of several steps with one name the step that was walked last wins.
    steps: Object.fromEntries(byName),
    workflow: { id: execution.workflowId, name: version.name },
    execution: { id: executionId },
  }
}

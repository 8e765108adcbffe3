import { unescapeData } from '../../models/domain/fields.js'
import { findStep } from '../../models/domain/workflow-graph.js'
import { contactScope, type ScopedContact } from '../../mail/rendering/contact-scope.js'
import { StepExecution, type StepExecutionRecord } from '../../models/step-execution.js'
import type { OpenStep } from './record-step-outcome.js'

/** The scope of a step's templates: the contact as it is now, under the scope of its execution. */
export async function stepScope(open: OpenStep, contact: ScopedContact): Promise<Record<string, unknown>> {
  return { ...contactScope(contact), ...(await executionScope(open)) }
}

/** The scope of a workflow's templates besides the contact: context, earlier outputs, workflow and execution. */
export async function executionScope({ execution, version }: OpenStep): Promise<Record<string, unknown>> {
  const { projectId, _id: executionId } = execution
  const outputs = (await latestOutputs(projectId, executionId)).map(({ stepId, output }) => {
    return [findStep(version, stepId)?.name ?? stepId, unescapeData(output)] as const
  })
  return {
    event: unescapeData(execution.context),
    // Of several steps with one name the step that was walked last wins.
    steps: Object.fromEntries(outputs),
    workflow: { id: execution.workflowId, name: version.name },
    execution: { id: executionId },
  }
}

/** The latest output of each step, in the order of the walk: a loop may have walked a step hundreds of times. */
function latestOutputs(
  projectId: string,
  executionId: string,
): Promise<Pick<StepExecutionRecord, 'stepId' | 'output'>[]> {
  return StepExecution.aggregate([
    { $match: { projectId, executionId, output: { $ne: null } } },
    { $sort: { sequence: -1, retries: -1 } },
    { $group: { _id: '$stepId', sequence: { $first: '$sequence' }, output: { $first: '$output' } } },
    { $sort: { sequence: 1 } },
    { $project: { _id: 0, stepId: '$_id', output: 1 } },
  ])
}

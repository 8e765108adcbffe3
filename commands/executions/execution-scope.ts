import { unescapeData } from '../../models/domain/fields.js'
import { findStep } from '../../models/domain/workflow-graph.js'
import { contactScope, type ScopedContact } from '../../mail/rendering/contact-scope.js'
import { StepExecution, type StepExecutionRecord } from '../../models/step-execution.js'
import type { OpenStep } from './record-step-outcome.js'

/** What templates of a step see: the contact as it is, and the scope of its execution, whose names win. */
export async function stepScope(open: OpenStep, contact: ScopedContact): Promise<Record<string, unknown>> {
  return { ...contactScope(contact), ...(await executionScope(open)) }
}

/** What templates of a workflow see besides the contact: the context, earlier outputs, and where they are. */
export async function executionScope({ execution, version }: OpenStep): Promise<Record<string, unknown>> {
  const { projectId, _id: executionId } = execution
  const outputs = (await latestOutputs(projectId, executionId)).map(({ stepId, output }) => {
    return [findStep(version, stepId)?.name ?? stepId, unescapeData(output)] as const
  })
  return {
    event: unescapeData(execution.context),
    // Of several steps of one name the one that was walked last is seen.
    steps: Object.fromEntries(outputs),
    workflow: { id: execution.workflowId, name: version.name },
    execution: { id: executionId },
  }
}

/** What each step came to when it was last walked, in that order: a loop may have walked it hundreds of times. */
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

import { unescapeData } from '../../domain/fields.js'
import { findStep } from '../../domain/workflow-graph.js'
import { StepExecution } from '../../step-execution.js'
import type { OpenStep } from './settle-step.js'

/** What templates of a workflow see besides the contact: the context, earlier outputs, and where they are. */
export async function executionScope({ execution, version }: OpenStep): Promise<Record<string, unknown>> {
  const { projectId, _id } = execution
  const walked = await StepExecution.find({ projectId, executionId: _id, output: { $ne: null } })
    .sort({ sequence: 1 })
    .lean()
  const outputs = walked.map(({ stepId, output }) => [findStep(version, stepId)?.name ?? stepId, output])
  return {
    event: unescapeData(execution.context),
    steps: Object.fromEntries(outputs),
    workflow: { id: execution.workflowId, name: version.name },
    execution: { id: _id },
  }
}

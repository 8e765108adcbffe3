import { unescapeData } from '../../models/domain/fields.js'
import { StepExecution } from '../../models/step-execution.js'

/** The output of a step, with its literal keys. */
export interface StepOutput {
  stepId: string
  output: Record<string, unknown>
}

/** The latest output of each step, in the order of the walk: a loop may have walked a step hundreds of times. */
export async function latestOutputs(projectId: string, executionId: string): Promise<StepOutput[]> {
  const stored = await StepExecution.aggregate<StepOutput>([
    { $match: { projectId, executionId, output: { $ne: null } } },
    { $sort: { sequence: -1, retries: -1 } },
    { $group: { _id: '$stepId', sequence: { $first: '$sequence' }, output: { $first: '$output' } } },
    { $sort: { sequence: 1 } },
    { $project: { _id: 0, stepId: '$_id', output: 1 } },
  ])
  return stored.map(({ stepId, output }) => ({ stepId, output: unescapeData(output) }))
}

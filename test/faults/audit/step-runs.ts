import { Execution, StepExecution } from '../../support/models.js'
import type { StepExecutionRecord, EndedStepRun } from '../../../models/step-execution.js'

/** A run of a step, with the execution that made it. */
export type Walked = EndedStepRun & Pick<StepExecutionRecord, 'executionId'>

/** The steps that executions have walked, those that the executions hold and those that are rows. */
export async function stepRunsOf(of: { projectId?: string } = {}): Promise<Walked[]> {
  const rows = await StepExecution.find(of).lean<Walked[]>()
  const executions = await Execution.find(of, { steps: 1 }).lean()
  const held = executions.flatMap(({ _id: executionId, steps }) => steps.map((step) => ({ ...step, executionId })))
  return [...rows, ...held]
}

import { evaluateConditions } from '../../commands/conditions/evaluate-conditions.js'
import type { OpenStep, StepResult } from '../../commands/executions/record-step-outcome.js'
import { decisionOf } from '../../models/domain/condition-step.js'
import { completed } from './outcomes.js'

/** Evaluates a CONDITION step on the current contact and the context of the execution. */
export async function evaluateStepCondition({ execution, step }: OpenStep): Promise<StepResult> {
  const { cases, otherwise } = decisionOf(step.config)
  const conditions = cases.map(({ condition }) => condition)
  const hold = await evaluateConditions(execution, conditions, execution.context)
  const { output, branch } = cases.find((_, index) => hold[index]) ?? otherwise
  return completed(output, branch)
}

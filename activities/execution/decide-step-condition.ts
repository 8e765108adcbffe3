import type { StepResult } from '../../commands/executions/complete-step.js'
import type { OpenCondition } from '../../commands/executions/open-step.js'
import { completed } from '../../commands/executions/outcomes.js'
import { decisionOf } from '../../models/domain/condition-step.js'

/** The outcome of a CONDITION step: its first case that holds for the current contact and the context. */
export function decideStepCondition({ step, holds }: OpenCondition): StepResult {
  const { cases, otherwise } = decisionOf(step.config)
  const { output, branch } = cases.find((_, index) => holds[index]) ?? otherwise
  return completed(output, branch)
}

import { evaluateCondition } from '../../models/commands/executions/evaluate-condition.js'
import type { OpenStep, StepSettlement } from '../../models/commands/executions/settle-step.js'
import type { Filter } from '../../models/domain/conditions/tree.js'
import { completed } from './outcomes.js'

/** Judges the contact of a CONDITION step as it is now, and the context of its execution. */
export async function evaluateStepCondition({ execution, step }: OpenStep): Promise<StepSettlement> {
  const filter = step.config as unknown as Filter
  const isMet = await evaluateCondition(execution, filter, execution.context)
  return completed({ result: isMet }, isMet ? 'yes' : 'no')
}

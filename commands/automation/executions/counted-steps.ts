import { isActive } from '../../../models/domain/execution-status.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import type { NextPosition } from '../../../models/domain/walk-on.js'
import { firstStep, type Graph } from '../../../models/domain/workflow-graph.js'
import type { StepCounter } from '../../../models/step-count.js'
import type { EndedStepRun } from '../../../models/step-execution.js'
import type { StepCounted } from './count-steps.js'

const COUNTER_OF: Record<EndedStepRun['status'], StepCounter> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
}

/**
 * What a move of an execution counts: the step runs that end with it, in their order, and the steps that it enters. The
 * first of the step runs was counted as entered by the move before.
 */
export function countedOf(
  { projectId, workflowId }: Pick<ExecutionRecord, 'projectId' | 'workflowId'>,
  stepRuns: readonly EndedStepRun[],
  { status, currentStepId }: Pick<NextPosition, 'status' | 'currentStepId'>,
): StepCounted[] {
  const at = stepRuns.at(-1)?.completedAt ?? new Date(0)
  const count = (stepId: string, counter: StepCounter): StepCounted => ({ projectId, workflowId, stepId, counter, at })
  const ended = stepRuns.map((run) => count(run.stepId, COUNTER_OF[run.status]))
  const passed = stepRuns.slice(1).map(({ stepId }) => count(stepId, 'entered'))
  return [...ended, ...passed, ...(currentStepId !== null && isActive(status) ? [count(currentStepId, 'entered')] : [])]
}

/**
 * What starts of a workflow count: they pass its TRIGGER and enter its first step. `by` is their number, and negative
 * for starts that are taken back.
 */
export function countedOfStarts(
  { _id: workflowId, projectId, ...graph }: Graph & { _id: string; projectId: string },
  at: Date,
  by: number,
): StepCounted[] {
  const trigger = graph.steps.find(({ type }) => type === 'TRIGGER')
  const first = firstStep(graph)
  const of = { projectId, workflowId, at, by }
  const count = (stepId: string, counter: StepCounter): StepCounted => ({ ...of, stepId, counter })
  return [
    ...(trigger ? [count(trigger.id, 'entered'), count(trigger.id, 'completed')] : []),
    ...(first ? [count(first.id, 'entered')] : []),
  ]
}

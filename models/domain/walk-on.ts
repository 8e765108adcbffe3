import { enterStep } from './enter-step.js'
import type { ExecutionStatus } from './execution-status.js'
import { findStep, MAX_STEP_RUNS, findNextStep, type Graph, type Step } from './workflow-graph.js'

/** A step run with an outcome, and the fields of the outcome that decide the next step. */
export interface StepRun {
  stepId: string
  sequence: number
  status: 'COMPLETED' | 'SKIPPED' | 'FAILED'
  branch: string | null
  error: string | null
}

/** The place of an execution after the outcome of a step. */
export interface NextPosition {
  status: Exclude<ExecutionStatus, 'CANCELLED'>
  currentStepId: string | null
  sequence: number
  wakeAt: Date | null
  exitReason: string | null
  /** The EXIT that the execution passed together with the step before it. */
  exit?: Step
}

/**
 * The place of an execution after the outcome of a step at `now`, in a project of this time zone. An EXIT after the
 * step ends the execution in the same move. An execution with too many step runs fails.
 */
export function walkOn(graph: Graph, stepRun: StepRun, now: Date, zone: string): NextPosition {
  const { stepId, sequence } = stepRun
  const ended = { currentStepId: null, sequence, wakeAt: null, exitReason: null }
  const failed = { ...ended, status: 'FAILED' as const, currentStepId: stepId }
  if (stepRun.status === 'FAILED') return { ...failed, exitReason: stepRun.error }
  const step = findStep(graph, stepId)
  if (step?.type === 'EXIT') return { ...ended, status: 'EXITED', exitReason: reasonOf(step) }
  const next = findNextStep(graph, stepId, stepRun.branch)
  if (!next) return { ...ended, status: 'COMPLETED' }
  if (sequence >= MAX_STEP_RUNS) return { ...failed, exitReason: 'step_limit' }
  if (next.type === 'EXIT') {
    return { ...ended, status: 'EXITED', sequence: sequence + 1, exitReason: reasonOf(next), exit: next }
  }
  return { ...ended, currentStepId: next.id, sequence: sequence + 1, ...enterStep(next, now, zone) }
}

function reasonOf({ config }: Step): string | null {
  return (config as { reason?: string }).reason ?? null
}

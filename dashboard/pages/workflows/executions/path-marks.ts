import type { Draft, DraftTransition } from '../../../shared/workflow-draft/draft.js'
import type { Mark, Marks } from '../../../shared/workflow-graph/graph.js'
import type { StepRun } from './execution.js'

const MARKS: Readonly<Record<StepRun['status'], Mark>> = {
  PENDING: 'waiting',
  RUNNING: 'waiting',
  WAITING: 'waiting',
  COMPLETED: 'done',
  SKIPPED: 'done',
  FAILED: 'failed',
}

/** The marks of an execution on each step and transition of its version. */
export function pathMarks(graph: Pick<Draft, 'steps' | 'transitions'>, runs: readonly StepRun[]): Marks {
  const trigger = graph.steps.find(({ type }) => type === 'TRIGGER')
  const notReached = [...graph.steps, ...graph.transitions].map(({ id }) => [id, 'notReached'] as const)
  const steps = runs.map(({ stepId, status }) => [stepId, MARKS[status]] as const)
  const transitions = runs.flatMap((run, index) => {
    const before = runs[index - 1]
    const transition = transitionBetween(graph.transitions, before ?? { stepId: trigger?.id, branch: null }, run.stepId)
    return transition ? [[transition.id, 'done'] as const] : []
  })
  return Object.fromEntries([
    ...notReached,
    ...(trigger ? [[trigger.id, 'done'] as const] : []),
    ...steps,
    ...transitions,
  ])
}

/** The transition of the execution: that of its branch, else the default one, else any that leads to the step. */
function transitionBetween(
  transitions: readonly DraftTransition[],
  from: { stepId: string | undefined; branch: string | null },
  toStepId: string,
): DraftTransition | undefined {
  const between = transitions.filter((one) => one.fromStepId === from.stepId && one.toStepId === toStepId)
  return (
    between.find(({ branch }) => branch === from.branch) ?? between.find(({ branch }) => branch === null) ?? between[0]
  )
}

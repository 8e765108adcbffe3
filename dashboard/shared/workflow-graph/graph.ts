import type { Draft, DraftStep, DraftTransition, Outcome, Position } from '../workflow-draft/draft.js'
import { outcomesOf } from '../workflow-draft/graph.js'

/** The steps and transitions of a graph. */
export type Shape = Pick<Draft, 'steps' | 'transitions'>

/** The places of steps; that of a step is its upper left corner. */
export type Positions = Readonly<Record<string, Position>>

/** The mark of a step or a transition: a change between versions, or its result in an execution. */
export type Mark = 'added' | 'changed' | 'removed' | 'done' | 'notReached' | 'failed' | 'waiting'

/** The marks of steps and transitions, by their ids. */
export type Marks = Readonly<Record<string, Mark>>

/** An outcome of a step as it is drawn, with the transition that leaves by it. */
export interface DrawnOutcome extends Outcome {
  transition: DraftTransition | null
}

/**
 * The outcomes of a step in the order in which they are drawn. The one for all the rest is left out as soon as another
 * one has its own transition: it would say the same twice. The transition of an outcome that the step no longer has is
 * drawn all the same.
 */
export function drawnOutcomes(step: DraftStep, transitions: readonly DraftTransition[]): DrawnOutcome[] {
  const leaving = transitions.filter(({ fromStepId }) => fromStepId === step.id)
  const known = outcomesOf(step).map((outcome) => ({
    ...outcome,
    transition: leaving.find(({ branch }) => branch === outcome.branch) ?? null,
  }))
  const strays = leaving
    .filter(({ branch }) => !known.some((one) => one.branch === branch))
    .map((transition) => ({ branch: transition.branch, name: null, transition }))
  const isSplit = known.some(({ branch, transition }) => branch !== null && transition !== null)
  return [...known.filter(({ branch, transition }) => !isSplit || branch !== null || transition !== null), ...strays]
}

/** The transitions that leave each step, in the order of its outcomes. */
export type TransitionsByStep = ReadonlyMap<string, readonly DraftTransition[]>

/** The transitions of a graph by the step that they leave. */
export function transitionsByStep({ steps, transitions }: Shape): TransitionsByStep {
  const leaving = new Map<string, DraftTransition[]>(steps.map(({ id }) => [id, []]))
  for (const transition of transitions) leaving.get(transition.fromStepId)?.push(transition)
  return new Map(
    steps.map((step) => {
      const outcomes = drawnOutcomes(step, leaving.get(step.id) ?? [])
      return [step.id, outcomes.flatMap(({ transition }) => transition ?? [])]
    }),
  )
}

/**
 * The ids of the transitions that lead back to a step from which they come. They take no part in the layout, which goes
 * downwards.
 */
export function backTransitions(byStep: TransitionsByStep): ReadonlySet<string> {
  const back = new Set<string>()
  const state = new Map<string, 'open' | 'done'>()
  const visit = (stepId: string): void => {
    state.set(stepId, 'open')
    for (const { id, toStepId } of byStep.get(stepId) ?? []) {
      const seen = state.get(toStepId)
      if (seen === 'open') back.add(id)
      else if (seen === undefined) visit(toStepId)
    }
    state.set(stepId, 'done')
  }
  for (const stepId of byStep.keys()) if (!state.has(stepId)) visit(stepId)
  return back
}

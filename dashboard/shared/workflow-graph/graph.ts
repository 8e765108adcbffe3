import type { Draft, DraftStep, DraftTransition, Outcome, Position } from '../workflow-draft/draft.js'
import { outcomesOf } from '../workflow-draft/graph.js'

/** What the canvas draws. */
export type DrawnGraph = Pick<Draft, 'trigger' | 'steps' | 'transitions'>

/** The steps and transitions of a graph. */
export type Shape = Pick<Draft, 'steps' | 'transitions'>

/** The places of steps; that of a step is its upper left corner. */
export type Positions = Readonly<Record<string, Position>>

/** What is drawn around a step or on a transition: a change between versions, or what an execution did there. */
export type Mark = 'added' | 'changed' | 'removed' | 'walked' | 'notReached' | 'failed' | 'waiting'

/** The marks of steps and transitions, by their ids. */
export type Marks = Readonly<Record<string, Mark>>

/** An outcome of a step as it is drawn, with the transition that leaves by it. */
export interface DrawnOutcome extends Outcome {
  transition: DraftTransition | null
}

/**
 * The outcomes of a step in the order in which they are drawn. The one for all the rest is left out where every other
 * one has its own transition. The transition of an outcome that the step no longer has is drawn all the same.
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
  const isServed = known.length > 1 && known.every(({ branch, transition }) => branch === null || transition !== null)
  return [...known.filter(({ branch, transition }) => !isServed || branch !== null || transition !== null), ...strays]
}

/** The transitions that leave each step, in the order of its outcomes. */
export function waysFrom({ steps, transitions }: Shape): Map<string, DraftTransition[]> {
  const leaving = new Map<string, DraftTransition[]>(steps.map(({ id }) => [id, []]))
  for (const transition of transitions) leaving.get(transition.fromStepId)?.push(transition)
  return new Map(
    steps.map((step) => {
      const outcomes = drawnOutcomes(step, leaving.get(step.id) ?? [])
      return [step.id, outcomes.flatMap(({ transition }) => transition ?? [])]
    }),
  )
}

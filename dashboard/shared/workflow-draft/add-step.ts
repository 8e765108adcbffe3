import { MAX_STEPS } from '../../../models/domain/workflow-graph.js'
import type { Draft, DraftStep, DraftTransition, Position } from './draft.js'
import type { Edit, Place } from './edit.js'
import { findDraftStep, outcomesOf, whyNotConnect } from './graph.js'

/** The vertical distance of a new step from its predecessor. */
export const STEP_DISTANCE = 120

/**
 * Adds a step. On a transition it divides it: the first outcome of the new step leads to the old target. After an
 * outcome with a transition, it divides that transition.
 */
export function addStep(draft: Draft, edit: Extract<Edit, { type: 'add' }>): Draft {
  const { step, place, transitionIds, positions } = edit
  if (draft.steps.length >= MAX_STEPS || step.type === 'TRIGGER' || findDraftStep(draft, step.id)) return draft
  const added = insert(draft, [step], step, step, { place, transitionIds })
  return added === draft || !positions ? added : { ...added, positions: { ...added.positions, ...positions } }
}

/** Whether a step of this type can divide a transition: nothing can follow an EXIT. */
export function canDivide(step: Pick<DraftStep, 'type'>): boolean {
  return step.type !== 'EXIT'
}

/**
 * Adds steps at a place, entered by `first` and left by `last`; the draft itself if they cannot be added there. Steps
 * that were placed by hand below make room.
 */
export function insert(
  draft: Draft,
  steps: readonly DraftStep[],
  first: DraftStep,
  last: DraftStep,
  { place, transitionIds }: { place: Place; transitionIds: readonly [string, string] },
): Draft {
  const all: Draft = { ...draft, steps: [...draft.steps, ...steps] }
  const divided = dividedBy(draft, place)
  if (divided) {
    if (!canDivide(last)) return draft
    const [into, onward] = transitionIds
    const [branch = null] = outcomesOf(last).map((outcome) => outcome.branch)
    const transitions = draft.transitions.flatMap((one): DraftTransition[] =>
      one.id === divided.id
        ? [
            { ...one, id: into, toStepId: first.id },
            { id: onward, fromStepId: last.id, toStepId: one.toStepId, branch, priority: 0 },
          ]
        : [one],
    )
    return withRoom({ ...all, transitions }, divided.fromStepId, first.id)
  }
  if (place.at !== 'outcome') return all
  const { fromStepId, branch } = place
  if (whyNotConnect(all, fromStepId, branch, first.id) !== null) return draft
  const into = { id: transitionIds[0], fromStepId, toStepId: first.id, branch, priority: 0 }
  return withRoom({ ...all, transitions: [...draft.transitions, into] }, fromStepId, first.id)
}

function dividedBy(draft: Draft, place: Place): DraftTransition | undefined {
  if (place.at === 'transition') return draft.transitions.find(({ id }) => id === place.transitionId)
  if (place.at === 'nowhere') return undefined
  return draft.transitions.find((one) => one.fromStepId === place.fromStepId && one.branch === place.branch)
}

/** Places a step below one that was placed by hand, and moves what stands further below down. */
function withRoom(draft: Draft, aboveId: string, stepId: string): Draft {
  const above = draft.positions[aboveId]
  if (!above) return draft
  const moved = Object.entries(draft.positions).map(([id, at]): [string, Position] =>
    at.y > above.y ? [id, { x: at.x, y: at.y + STEP_DISTANCE }] : [id, at],
  )
  const position = { x: above.x, y: above.y + STEP_DISTANCE }
  return { ...draft, positions: { ...Object.fromEntries(moved), [stepId]: position } }
}

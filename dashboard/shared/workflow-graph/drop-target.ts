import type { Draft } from '../workflow-draft/draft.js'
import type { Place } from '../workflow-draft/edit.js'
import { placeAfter } from '../workflow-draft/edits.js'
import type { AddableType } from './add-menu.js'
import { branchOf } from './drawing.js'

/** The element of the canvas below a dragged type. */
export interface DropTarget {
  stepId: string | null
  transitionId: string | null
  /** The outcome of the step, if the pointer is over its handle or its button. */
  handleId: string | null
}

/** A dragged step is over the empty canvas. */
export const NO_TARGET: DropTarget = { stepId: null, transitionId: null, handleId: null }

/** The step or the transition at which an element of the canvas belongs. */
export function targetOf(element: EventTarget | null): DropTarget {
  if (!(element instanceof Element)) return NO_TARGET
  const valueAt = (selector: string, key: string): string | null =>
    element.closest<HTMLElement>(selector)?.dataset[key] ?? null
  return {
    stepId: valueAt('.react-flow__node', 'id'),
    transitionId: valueAt('.react-flow__edge', 'id') ?? valueAt('[data-transition]', 'transition'),
    handleId: valueAt('.react-flow__handle.source', 'handleid') ?? valueAt('[data-outcome]', 'outcome'),
  }
}

/**
 * The place of a step of this type when it is dropped here: after a step, between two, or alone on the empty canvas.
 */
export function placeAt(draft: Draft, type: AddableType, target: DropTarget): Place {
  const place = wantedPlace(draft, target)
  // Nothing can follow an exit, so that it divides no transition.
  return type === 'EXIT' && isTaken(draft, place) ? { at: 'nowhere' } : place
}

function wantedPlace(draft: Draft, { stepId, transitionId, handleId }: DropTarget): Place {
  if (transitionId !== null) return { at: 'transition', transitionId }
  if (stepId === null) return { at: 'nowhere' }
  return handleId === null
    ? placeAfter(draft, stepId)
    : { at: 'outcome', fromStepId: stepId, branch: branchOf(handleId) }
}

function isTaken({ transitions }: Draft, place: Place): boolean {
  if (place.at !== 'outcome') return place.at === 'transition'
  return transitions.some(({ fromStepId, branch }) => fromStepId === place.fromStepId && branch === place.branch)
}

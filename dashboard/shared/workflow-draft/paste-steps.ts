import { MAX_STEPS } from '../../../models/domain/workflow-graph.js'
import { insert } from './add-step.js'
import type { Draft, DraftStep, Position } from './draft.js'
import type { Clip, Edit } from './edit.js'
import { graphOf, outcomesOf, whyNotConnect } from './graph.js'
import { graphFaults } from '../../../models/domain/definition-faults.js'

const OFFSET = 40

/**
 * Adds copied steps. They are entered by the step that none of them leads to, and left by the one that leads to none;
 * where no such step is, or they cannot stand at the place, they are added without a connection.
 */
export function pasteSteps(draft: Draft, { clip, place, transitionIds }: Extract<Edit, { type: 'paste' }>): Draft {
  const { steps, transitions } = clip
  if (steps.length === 0 || draft.steps.length + steps.length > MAX_STEPS) return draft
  if (steps.some(({ id, type }) => type === 'TRIGGER' || draft.steps.some((known) => known.id === id))) return draft
  const [first, last] = [entryOf(clip), endOf(clip)]
  const placed = first && last ? insert(draft, steps, first, last, { place, transitionIds }) : draft
  const isPlaced = placed !== draft
  const all: Draft = isPlaced ? placed : { ...draft, steps: [...draft.steps, ...steps] }
  const pasted = transitions.reduce(withTransition, all)
  if (graphFaults(graphOf(pasted)).length > 0) return draft
  return { ...pasted, positions: { ...pasted.positions, ...(isPlaced ? {} : moved(clip.positions)) } }
}

function withTransition(draft: Draft, transition: Clip['transitions'][number]): Draft {
  const { fromStepId, branch, toStepId } = transition
  if (whyNotConnect(draft, fromStepId, branch, toStepId) !== null) return draft
  return { ...draft, transitions: [...draft.transitions, transition] }
}

function entryOf({ steps, transitions }: Clip): DraftStep | undefined {
  return steps.find(({ id }) => transitions.every(({ toStepId }) => toStepId !== id))
}

/** The step by whose first outcome the path goes on behind the copied steps. */
function endOf({ steps, transitions }: Clip): DraftStep | undefined {
  return steps.findLast((step) => {
    const [first] = outcomesOf(step)
    return transitions.every(({ fromStepId, branch }) => fromStepId !== step.id || branch !== first?.branch)
  })
}

function moved(positions: Clip['positions']): Record<string, Position> {
  const entries = Object.entries(positions)
  return Object.fromEntries(entries.map(([id, { x, y }]) => [id, { x: x + OFFSET, y: y + OFFSET }]))
}

import type { StepType } from '../../../models/domain/workflow-graph.js'
import type { Draft, DraftStep, Position } from './draft.js'
import type { Clip, Edit, Place } from './edit.js'
import { findDraftStep, outcomesWithTransitions } from './graph.js'
import { newId } from './new-id.js'

/** The configs with which steps begin, where a usual one is better than none. */
const INITIAL_CONFIGS: Partial<Record<StepType, DraftStep['config']>> = { DELAY: { amount: 1, unit: 'days' } }

/**
 * Adds a new step of a type at a place, at the position that the author chose if the other steps stay where they are.
 */
export function addEdit(
  { type, name }: { type: Exclude<StepType, 'TRIGGER'>; name: string },
  place: Place,
  at?: { position: Position; others: Draft['positions'] },
): Extract<Edit, { type: 'add' }> {
  const step: DraftStep = { id: newId(), type, name, config: INITIAL_CONFIGS[type] ?? {}, templateId: null }
  const positions = at ? { positions: { ...at.others, [step.id]: at.position } } : {}
  return { type: 'add', step, place, ...positions, transitionIds: [newId(), newId()] }
}

/** Leads an outcome of a step to another step. */
export function connectEdit(fromStepId: string, branch: string | null, toStepId: string): Edit {
  return { type: 'connect', transition: { id: newId(), fromStepId, toStepId, branch, priority: 0 } }
}

/** Copies steps of a draft, with the transitions between them. The TRIGGER is not copied. */
export function copySteps(draft: Draft, stepIds: readonly string[]): Clip {
  const steps = draft.steps.filter(({ id, type }) => stepIds.includes(id) && type !== 'TRIGGER')
  const ids = new Set(steps.map(({ id }) => id))
  return {
    steps,
    transitions: draft.transitions.filter(({ fromStepId, toStepId }) => ids.has(fromStepId) && ids.has(toStepId)),
    positions: Object.fromEntries(Object.entries(draft.positions).filter(([id]) => ids.has(id))),
  }
}

/** Adds copied steps at a place, under new ids. */
export function pasteEdit(clip: Clip, place: Place): Extract<Edit, { type: 'paste' }> {
  const ids = new Map(clip.steps.map(({ id }) => [id, newId()]))
  const renamed = (id: string): string => ids.get(id) ?? id
  const fresh: Clip = {
    steps: clip.steps.map((step) => ({ ...step, id: renamed(step.id) })),
    transitions: clip.transitions.map((one) => ({
      ...one,
      id: newId(),
      fromStepId: renamed(one.fromStepId),
      toStepId: renamed(one.toStepId),
    })),
    positions: Object.fromEntries(Object.entries(clip.positions).map(([id, at]) => [renamed(id), at])),
  }
  return { type: 'paste', clip: fresh, place, transitionIds: [newId(), newId()] }
}

/**
 * The place of a step that is added after the selected one: after its first free outcome, else on its first transition.
 */
export function placeAfter(draft: Draft, stepId: string): Place {
  const step = findDraftStep(draft, stepId)
  const [first, ...others] = step ? outcomesWithTransitions(draft, step) : []
  if (!first) return { at: 'nowhere' }
  // The outcome for all the rest is rarely meant, as the others are there.
  const free = [first, ...others].find(
    ({ transition, branch }) => !transition && (branch !== null || first.branch === null),
  )
  if (free) return { at: 'outcome', fromStepId: stepId, branch: free.branch }
  return first.transition ? { at: 'transition', transitionId: first.transition.id } : { at: 'nowhere' }
}

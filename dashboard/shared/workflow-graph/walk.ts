import type { DraftTransition, Position } from '../workflow-draft/draft.js'
import { transitionsByStep, type Shape, type TransitionsByStep } from './graph.js'

/** An arrow key. */
export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** Whether a key is an arrow. */
export function isArrow(key: string): key is Arrow {
  return key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight'
}

/**
 * The step to which an arrow leads: down along the first outcome, up to the previous step or else the first that
 * leads here, left and right between the branches of one step. Null if there is no such step.
 */
export function walk(
  graph: Shape,
  stepId: string,
  arrow: Arrow,
  places: { positions: ReadonlyMap<string, Position>; cameFrom: string | null },
): string | null {
  const byStep = transitionsByStep(graph)
  const leading = [...byStep.values()].flat().filter(({ toStepId }) => toStepId === stepId)
  switch (arrow) {
    case 'ArrowDown':
      return byStep.get(stepId)?.find(({ toStepId }) => byStep.has(toStepId))?.toStepId ?? null
    case 'ArrowUp':
      return (leading.find(({ fromStepId }) => fromStepId === places.cameFrom) ?? leading[0])?.fromStepId ?? null
    case 'ArrowLeft':
      return beside(stepId, -1, leading, byStep, places.positions)
    case 'ArrowRight':
      return beside(stepId, 1, leading, byStep, places.positions)
    default:
      return arrow satisfies never
  }
}

/** The next target of the steps that lead here, or else the nearest step of the same height. */
function beside(
  stepId: string,
  step: 1 | -1,
  leading: readonly DraftTransition[],
  byStep: TransitionsByStep,
  positions: ReadonlyMap<string, Position>,
): string | null {
  for (const { fromStepId } of leading) {
    const targets = [...new Set((byStep.get(fromStepId) ?? []).map(({ toStepId }) => toStepId))]
    const next = targets[targets.indexOf(stepId) + step]
    if (next !== undefined && byStep.has(next)) return next
  }
  const here = positions.get(stepId)
  if (!here) return null
  const row = [...positions]
    .filter(([id, { x, y }]) => id !== stepId && Math.abs(y - here.y) < ROW && (x - here.x) * step > 0)
    .sort(([, one], [, other]) => Math.abs(one.x - here.x) - Math.abs(other.x - here.x))
  return row[0]?.[0] ?? null
}

const ROW = 40

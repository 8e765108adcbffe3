import { spliceStep, withoutStep } from '../../../models/domain/remove-step.js'
import type { Draft } from './draft.js'
import { findDraftStep, graphOf, transitionsOf } from './graph.js'

/**
 * Removes steps. What led to a step leads to the only step that followed it; where several followed, or where that is
 * not allowed, the steps behind stay without a connection. The TRIGGER stays.
 */
export function deleteSteps(draft: Draft, stepIds: readonly string[]): Draft {
  return stepIds.reduce(deleteStep, draft)
}

/** Why the path around a step cannot be joined when the step is deleted; null when it can. */
export function whyNotJoined(draft: Draft, stepId: string): string | null {
  const result = spliceStep(graphOf(draft), stepId)
  return 'refusal' in result ? result.refusal : null
}

function deleteStep(draft: Draft, stepId: string): Draft {
  const step = findDraftStep(draft, stepId)
  if (!step || step.type === 'TRIGGER') return draft
  const graph = graphOf(draft)
  const joined = spliceStep(graph, stepId)
  const rest = 'graph' in joined ? joined.graph : withoutStep(graph, stepId)
  const positions = Object.fromEntries(Object.entries(draft.positions).filter(([id]) => id !== stepId))
  const steps = draft.steps.filter(({ id }) => id !== stepId)
  return { ...draft, steps, transitions: transitionsOf(rest), positions }
}

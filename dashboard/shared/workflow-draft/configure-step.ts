import type { Draft, DraftStep, DraftTransition } from './draft.js'
import type { Edit } from './edit.js'
import { findDraftStep, outcomesOf } from './graph.js'

/**
 * Gives a step another config. The transitions of outcomes that it no longer has go; where a CONDITION changes between
 * two ways and several, its first and its last outcome keep their transitions.
 */
export function configureStep(draft: Draft, edit: Extract<Edit, { type: 'configure' }>): Draft {
  const before = findDraftStep(draft, edit.stepId)
  if (!before) return draft
  const templateId = edit.templateId === undefined ? before.templateId : edit.templateId
  const after: DraftStep = { ...before, config: edit.config, templateId }
  const steps = draft.steps.map((step) => (step.id === after.id ? after : step))
  const kept = keptBranches(before, after)
  const transitions = draft.transitions.flatMap((transition): DraftTransition[] => {
    const { fromStepId, branch } = transition
    if (fromStepId !== after.id || branch === null) return [transition]
    const now = kept.get(branch)
    if (now === undefined) return []
    return [now === branch ? transition : { ...transition, branch: now }]
  })
  return { ...draft, steps, transitions }
}

/** The names of the branches of a step after a change; removed branches are missing. */
function keptBranches(before: DraftStep, after: DraftStep): Map<string, string> {
  const [old, now] = [namedBranches(before), namedBranches(after)]
  const same = old.filter((branch) => now.includes(branch)).map((branch): [string, string] => [branch, branch])
  if (same.length > 0 || after.type !== 'CONDITION') return new Map(same)
  const ends = [0, -1].map((at): [string | undefined, string | undefined] => [old.at(at), now.at(at)])
  return new Map(ends.filter((pair): pair is [string, string] => pair[0] !== undefined && pair[1] !== undefined))
}

function namedBranches(step: DraftStep): string[] {
  return outcomesOf(step).flatMap(({ branch }) => branch ?? [])
}

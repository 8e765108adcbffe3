import type { Draft } from '../../../../shared/workflow-draft/draft.js'
import { findDraftStep, outcomesOf } from '../../../../shared/workflow-draft/graph.js'
import type { Conflict } from '../../../../shared/workflow-draft/rebase.js'
import { stepSummary } from '../../../../shared/workflow-graph/step-summary.js'
import { outcomeLabel } from '../../../../shared/workflow-graph/step-types.js'
import { dialogText } from '../dialog-text.js'
import { stepText } from '../inspector/step-text.js'
import { editorText } from '../editor-text.js'

/** The two versions that are in conflict. */
interface Sides {
  mine: Draft
  theirs: Draft
}

/** The subject of a conflict. */
export function conflictTitle(conflict: Conflict, { mine, theirs }: Sides): string {
  const { collision } = dialogText
  if (conflict.kind === 'step') {
    return collision.step((conflict.mine ?? conflict.theirs)?.name ?? editorText.goneStep)
  }
  if (conflict.kind !== 'outcome') return collision[conflict.kind]
  const step = findDraftStep(mine, conflict.fromStepId) ?? findDraftStep(theirs, conflict.fromStepId)
  const outcomes = step ? outcomesOf(step) : []
  const outcome = outcomes.find(({ branch }) => branch === conflict.branch)
  return collision.outcome(
    step?.name ?? editorText.goneStep,
    outcomes.length > 1 && outcome ? outcomeLabel(outcome) : null,
  )
}

/** The version of one side of a conflict. */
export function sideText(conflict: Conflict, side: 'mine' | 'theirs', sides: Sides): string {
  const draft = sides[side]
  switch (conflict.kind) {
    case 'step': {
      const step = conflict[side]
      if (!step) return dialogText.collision.removed
      return [step.name, stepSummary(step, draft.trigger)].filter((text) => text !== null).join(': ')
    }
    case 'outcome': {
      const target = conflict[side]
      return target === null ? dialogText.collision.ends : (findDraftStep(draft, target)?.name ?? editorText.goneStep)
    }
    case 'trigger': {
      const trigger = draft.steps.find(({ type }) => type === 'TRIGGER')
      const parts = [stepText.trigger.types[draft.trigger.triggerType], trigger && stepSummary(trigger, draft.trigger)]
      return parts.filter((text) => typeof text === 'string').join(': ')
    }
    case 'name':
      return draft.name
    case 'description':
      return draft.description ?? ''
    default:
      return conflict satisfies never
  }
}

import { addStep } from './add-step.js'
import { configureStep } from './configure-step.js'
import { deleteSteps } from './delete-steps.js'
import type { Draft, DraftTransition } from './draft.js'
import type { Edit } from './edit.js'
import { whyNotConnect, whyNotReconnect } from './graph.js'
import { pasteSteps } from './paste-steps.js'

/** The draft after an edit; the same draft if the edit is not allowed or changes nothing. */
export function applyEdit(draft: Draft, edit: Edit): Draft {
  switch (edit.type) {
    case 'add':
      return addStep(draft, edit)
    case 'connect':
      return connect(draft, edit.transition)
    case 'reconnect':
      return reconnect(draft, edit.transitionId, edit.toStepId)
    case 'disconnect':
      return disconnect(draft, edit.transitionId)
    case 'delete':
      return deleteSteps(draft, edit.stepIds)
    case 'rename':
      return rename(draft, edit.stepId, edit.name)
    case 'configure':
      return configureStep(draft, edit)
    case 'describe':
      return describe(draft, edit)
    case 'trigger':
      return { ...draft, trigger: { ...draft.trigger, ...edit.trigger } }
    case 'move':
      return { ...draft, positions: { ...draft.positions, ...edit.positions } }
    case 'tidy':
      return Object.keys(draft.positions).length === 0 ? draft : { ...draft, positions: {} }
    case 'paste':
      return pasteSteps(draft, edit)
    case 'replace':
      return edit.draft
    default:
      return edit satisfies never
  }
}

function connect(draft: Draft, transition: DraftTransition): Draft {
  const { fromStepId, branch, toStepId } = transition
  if (whyNotConnect(draft, fromStepId, branch, toStepId) !== null) return draft
  return { ...draft, transitions: [...draft.transitions, transition] }
}

function reconnect(draft: Draft, transitionId: string, toStepId: string): Draft {
  if (whyNotReconnect(draft, transitionId, toStepId) !== null) return draft
  const turned = (one: DraftTransition): DraftTransition => (one.id === transitionId ? { ...one, toStepId } : one)
  return { ...draft, transitions: draft.transitions.map(turned) }
}

function disconnect(draft: Draft, transitionId: string): Draft {
  const transitions = draft.transitions.filter(({ id }) => id !== transitionId)
  return transitions.length === draft.transitions.length ? draft : { ...draft, transitions }
}

function rename(draft: Draft, stepId: string, name: string): Draft {
  return { ...draft, steps: draft.steps.map((step) => (step.id === stepId ? { ...step, name } : step)) }
}

function describe(draft: Draft, { name = draft.name, description = draft.description }: Partial<Draft>): Draft {
  return { ...draft, name, description }
}

import { applyEdit } from './apply-edit.js'
import { NO_SELECTION, type Draft, type Selection } from './draft.js'
import type { Edit, EditorAction } from './edit.js'
import { record, redo, startHistory, undo, type History } from './history.js'
import { isSame } from './is-same.js'

/** The version that a draft was made from. */
export interface Base {
  version: number
  updatedAt: string
  draft: Draft
}

/** The state of an editor. */
export interface EditorState {
  base: Base
  history: History
  selection: Selection
  /** Counts the changes of the draft that no field made: what a field holds of its own is read anew. */
  revision: number
}

/** The actions on an editor besides the edits of its author. */
export type Outer =
  /** `sent` was published, and is `base` now. */
  | { type: 'published'; base: Base; sent: Draft }
  /** The draft now builds on a newer version; earlier states can no longer be undone. */
  | { type: 'rebased'; base: Base; draft: Draft }
  /** The version is another record with the same content, as after its switch was turned. */
  | { type: 'touched'; base: Base }

/** An editor of a workflow, with the draft that was kept of it, if there was one. */
export function openEditor(base: Base, stored: Draft = base.draft): EditorState {
  const history = startHistory(base.draft)
  return { base, history: record(history, stored, { at: 0 }), selection: NO_SELECTION, revision: 0 }
}

/** The editor after an action. */
export function editorReducer(state: EditorState, action: EditorAction | Outer): EditorState {
  switch (action.type) {
    case 'edit':
      return edited(state, action)
    case 'undo':
      return withHistory(state, undo(state.history))
    case 'redo':
      return withHistory(state, redo(state.history))
    case 'select':
      return { ...state, selection: { stepIds: action.stepIds, transitionId: action.transitionId ?? null } }
    case 'published':
      return published(state, action)
    case 'rebased':
      return withHistory({ ...state, base: action.base }, startHistory(action.draft))
    case 'touched':
      return { ...state, base: action.base }
    default:
      return action satisfies never
  }
}

function edited(state: EditorState, { edit, at, typing }: Extract<EditorAction, { type: 'edit' }>): EditorState {
  const before = state.history.present
  const history = record(state.history, applyEdit(before, edit), { at, ...(typing === undefined ? {} : { typing }) })
  if (history === state.history) return state
  return { ...state, history, selection: existing(selectionAfter(state, edit, before), history.present) }
}

/** The stored version may differ slightly from the draft, as by trimmed spaces. */
function published(state: EditorState, { base, sent }: Extract<Outer, { type: 'published' }>): EditorState {
  const { history } = state
  const present = isSame(history.present, sent) ? base.draft : history.present
  return withHistory({ ...state, base }, { ...history, present, typing: null })
}

function withHistory(state: EditorState, history: History): EditorState {
  const revision = state.revision + (history.present === state.history.present ? 0 : 1)
  return { ...state, history, revision, selection: existing(state.selection, history.present) }
}

/** A new step is selected, and after a deletion the step before it. */
function selectionAfter({ selection }: EditorState, edit: Edit, before: Draft): Selection {
  if (edit.type === 'add') return { stepIds: [edit.step.id], transitionId: null }
  if (edit.type === 'paste') return { stepIds: edit.clip.steps.map(({ id }) => id), transitionId: null }
  if (edit.type !== 'delete') return selection
  const into = before.transitions.filter(({ toStepId }) => edit.stepIds.includes(toStepId))
  const previous = into.find(({ fromStepId }) => !edit.stepIds.includes(fromStepId))
  return previous ? { stepIds: [previous.fromStepId], transitionId: null } : NO_SELECTION
}

function existing({ stepIds, transitionId }: Selection, draft: Draft): Selection {
  const kept = stepIds.filter((stepId) => draft.steps.some(({ id }) => id === stepId))
  const isThere = draft.transitions.some(({ id }) => id === transitionId)
  return { stepIds: kept, transitionId: isThere ? transitionId : null }
}

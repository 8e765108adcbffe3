import { createContext, useContext } from 'react'
import type { Answer } from '../../../api/client.js'
import type { DraftError, Draft, Selection, StepCounts } from '../../../shared/workflow-draft/draft.js'
import type { Edit } from '../../../shared/workflow-draft/edit.js'
import type { Names } from '../../../shared/workflow-graph/step-summary.js'

/** A dialog of the editor; `add` and `connect` are about a step. */
export type EditorDialog =
  | { kind: 'add'; stepId: string; branch?: string | null }
  | { kind: 'connect'; stepId: string; branch?: string | null }
  | { kind: 'publish'; isEnabling?: boolean }
  | { kind: 'versions' | 'changes' | 'errors' | 'try' }

/** The values and callbacks that the parts of the editor share. */
export interface EditorContext {
  /** The workflow as it is published now. */
  workflow: Answer<'GET /workflows/:id'>
  draft: Draft
  selection: Selection
  errors: readonly DraftError[]
  counts: StepCounts
  names: Names
  /** Changes whenever something else than a field has changed the draft: fields read their values anew then. */
  revision: number
  isReadOnly: boolean
  edit: (edit: Edit, typing?: string) => void
  select: (selection: Selection) => void
  open: (dialog: EditorDialog) => void
}

const Context = createContext<EditorContext | null>(null)

/** Gives the parts of the editor what they share. */
export const EditorProvider = Context.Provider

/** The values and callbacks that the parts of the editor share. */
export function useEditorContext(): EditorContext {
  const context = useContext(Context)
  if (!context) throw new Error('This belongs into the editor of a workflow')
  return context
}

/** Selects one step. */
export function selectStep(stepId: string): Selection {
  return { stepIds: [stepId], transitionId: null }
}

/** The selected step, where it is one alone. */
export function selectedStepId({ stepIds }: Selection): string | null {
  return stepIds.length === 1 ? (stepIds[0] ?? null) : null
}

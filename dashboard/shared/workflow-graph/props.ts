import type { Draft, DraftError, Selection, StepCounts } from '../workflow-draft/draft.js'
import type { EditorAction } from '../workflow-draft/edit.js'
import type { Marks } from './graph.js'
import type { Names } from './step-summary.js'

/** The content of the canvas, and its callbacks. */
export interface WorkflowGraphProps {
  /** The subject of the graph, for screen readers. */
  label: string
  draft: Draft
  selection: Selection
  onSelect: (selection: Selection) => void
  /** Receives the edits; without it, or with `isReadOnly`, the graph cannot be changed. */
  dispatch?: (action: EditorAction) => void
  isReadOnly?: boolean
  /** The step in the first view, where the whole graph would be too small to read; the first one if left out. */
  shownFirst?: string
  errors?: readonly DraftError[]
  /** The number of executions at a step, now and in total; the numbers link to the executions of `workflowId`. */
  counts?: StepCounts
  workflowId?: string
  marks?: Marks
  /** The names of templates, segments and campaigns that steps refer to. */
  names?: Names
}

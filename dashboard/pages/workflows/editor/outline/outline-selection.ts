import { NO_SELECTION, type Selection } from '../../../../shared/workflow-draft/draft.js'
import { selectStep } from '../editor-context.js'
import type { OutlineItem, OutlineRow } from './outline-tree.js'

/** The current row of the outline, and the selection at the time it became current. */
export interface Current {
  id: string
  of: string
  /** The row from which a range begins. */
  anchorId: string
}

/** A selection as a text, by which a later one is recognised as another. */
export function keyOf({ stepIds, transitionId }: Selection): string {
  return JSON.stringify([stepIds, transitionId])
}

/** The selection of an entry: its step, its transition, or the step whose outcome leads nowhere. */
export function selectionOf(item: OutlineItem | undefined, id: string): Selection {
  if (!item) return selectStep(id)
  if (item.kind === 'loose') return NO_SELECTION
  if (item.kind !== 'step' && item.transition) return { stepIds: [], transitionId: item.transition.id }
  return item.kind === 'jump' ? selectStep(id) : selectStep(item.step.id)
}

/** The selection with one step more, or less where it was selected. */
export function toggled({ stepIds }: Selection, stepId: string): Selection {
  const others = stepIds.filter((id) => id !== stepId)
  return { stepIds: others.length < stepIds.length ? others : [...stepIds, stepId], transitionId: null }
}

/** All steps between two rows. */
export function rangeOf(rows: readonly OutlineRow[], fromId: string, toId: string): Selection {
  const placeOf = (id: string): number => rows.findIndex(({ item }) => item.id === id)
  const [from = 0, to = 0] = [placeOf(fromId), placeOf(toId)].sort((one, other) => one - other)
  return stepsOf(rows.slice(Math.max(0, from), to + 1))
}

/** All steps of these rows. */
export function stepsOf(rows: readonly OutlineRow[]): Selection {
  return { stepIds: rows.flatMap(({ item }) => (item.kind === 'step' ? [item.step.id] : [])), transitionId: null }
}

/**
 * The row that Tab reaches: the current row, unless the selection has changed elsewhere since (on the canvas or by an
 * edit); else the selected row that is visible, else the first.
 */
export function currentRow(rows: readonly OutlineRow[], current: Current | null, selection: Selection): string | null {
  const isVisible = (id: string | null | undefined): id is string => rows.some(({ item }) => item.id === id)
  if (current && current.of === keyOf(selection) && isVisible(current.id)) return current.id
  const selected = selection.stepIds.at(-1) ?? selection.transitionId
  return isVisible(selected) ? selected : (rows[0]?.item.id ?? null)
}

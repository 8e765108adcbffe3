import { useMemo, useRef, useState } from 'react'
import { NO_SELECTION, type Selection } from '../../../../shared/workflow-draft/draft.js'
import { selectedStepId, selectStep, useEditorContext } from '../editor-context.js'
import { ancestorsOf, outlineOf, visibleRows, type OutlineItem, type OutlineRow } from './outline-tree.js'
import { viewsOf } from './outline-view.js'
import { useRowFocus } from './use-row-focus.js'
import { useStable } from './use-stable.js'

/** The rows of the outline, which of them is current, and how one goes from row to row. */
export function useOutline(onTap: (() => void) | undefined) {
  const { draft, selection, faults, counts, names, select } = useEditorContext()
  const tree = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  // An entry that is no step, such as an outcome, is current without being selected.
  const [inner, setInner] = useState<string | null>(null)
  const items = useMemo(() => outlineOf(draft), [draft])
  const selected = selectedStepId(selection) ?? selection.transitionId
  const above = useMemo(() => (selected === null ? null : ancestorsOf(items, selected)), [items, selected])
  const open = useMemo(() => new Set([...closed].filter((id) => !above?.includes(id))), [closed, above])
  const rows = useMemo(() => visibleRows(items, open), [items, open])
  const currentId = currentRow(rows, [inner, selected])
  const focus = useRowFocus(tree, currentId)
  const go = (id: string): void => {
    const item = rows.find((row) => row.item.id === id)?.item
    setInner(id)
    select(selectionOf(item) ?? selectStep(id))
    focus.next(id)
  }
  const toggle = (id: string, isOpen: boolean): void =>
    setClosed(isOpen ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]))
  const views = useMemo(() => viewsOf(rows, { draft, faults, counts, names }), [rows, draft, faults, counts, names])
  const tap = useStable((id: string): void => {
    go(id)
    if (rows.some(({ item }) => item.id === id && item.kind === 'step')) onTap?.()
  })
  const turn = useStable(toggle)
  return { tree, rows, views, currentId, selection, focus, go, toggle, tap, turn }
}

/** What is selected with an entry: its step, its transition, or the step whose outcome leads nowhere. */
function selectionOf(item: OutlineItem | undefined): Selection | null {
  if (!item || item.kind === 'loose') return item ? NO_SELECTION : null
  if (item.kind !== 'step' && item.transition) return { stepIds: [], transitionId: item.transition.id }
  return item.kind === 'jump' ? null : selectStep(item.step.id)
}

/** The first of these entries that is visible, else the first row: one row is always reached by Tab. */
function currentRow(rows: readonly OutlineRow[], wanted: readonly (string | null)[]): string | null {
  const [inner, selected] = wanted
  const isVisible = (id: string | null | undefined): boolean => rows.some(({ item }) => item.id === id)
  const innerItem = rows.find(({ item }) => item.id === inner)?.item
  // A step that was selected elsewhere, as on the canvas, is current here too.
  if (innerItem && (innerItem.kind !== 'step' || selected === inner || selected === null)) return innerItem.id
  return isVisible(selected) ? (selected ?? null) : (rows[0]?.item.id ?? null)
}

import { useMemo, useRef, useState } from 'react'
import type { Selection } from '../../../../shared/workflow-draft/draft.js'
import { announce } from '../announce.js'
import { useEditorContext } from '../editor-context.js'
import { editorText } from '../editor-text.js'
import { currentRow, keyOf, rangeOf, selectionOf, stepsOf, toggled, type Current } from './outline-selection.js'
import { ancestorsOf, outlineOf, visibleRows } from './outline-tree.js'
import { viewsOf } from './outline-view.js'
import { useRowFocus } from './use-row-focus.js'
import { useStable } from './use-stable.js'

/** The effect of a press on the selection: select the row alone, add it, or select all rows up to it. */
export type Press = 'alone' | 'also' | 'upTo'

/** The rows of the outline, which of them is current, and how one goes from row to row. */
export function useOutline(onTap: (() => void) | undefined) {
  const { draft, selection, errors, counts, names } = useEditorContext()
  const tree = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(() => outlineOf(draft), [draft])
  const selected = selection.stepIds.at(-1) ?? selection.transitionId
  const above = useMemo(() => (selected === null ? null : ancestorsOf(items, selected)), [items, selected])
  const open = useMemo(() => new Set([...closed].filter((id) => !above?.includes(id))), [closed, above])
  const rows = useMemo(() => visibleRows(items, open), [items, open])
  const [current, setCurrent] = useState<Current | null>(null)
  const currentId = currentRow(rows, current, selection)
  const focus = useRowFocus(tree, currentId)
  const walks = useWalks({ rows, current, currentId, setCurrent, focus: focus.next })
  const toggle = (id: string, isOpen: boolean): void =>
    setClosed(isOpen ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]))
  const views = useMemo(() => viewsOf(rows, { draft, errors, counts, names }), [rows, draft, errors, counts, names])
  const tap = useStable((id: string, press: Press): void => {
    if (press === 'also') return walks.toggleStep(id)
    if (press === 'upTo') return walks.extend(id)
    walks.go(id)
    if (rows.some(({ item }) => item.id === id && item.kind === 'step')) onTap?.()
  })
  const turn = useStable(toggle)
  return { tree, rows, views, currentId, selection, focus, walks, toggle, tap, turn }
}

interface Walked {
  rows: ReturnType<typeof visibleRows>
  current: Current | null
  currentId: string | null
  setCurrent: (current: Current) => void
  focus: (id: string) => void
}

/** The ways to another row, each with what it does to the selection. */
function useWalks({ rows, current, currentId, setCurrent, focus }: Walked) {
  const { selection, select } = useEditorContext()
  const itemOf = (id: string) => rows.find(({ item }) => item.id === id)?.item
  const stand = (id: string, next: Selection, anchorId = id): void => {
    setCurrent({ id, of: keyOf(next), anchorId })
    focus(id)
    if (keyOf(next) === keyOf(selection)) return
    select(next)
    if (next.stepIds.length > 1 || selection.stepIds.length > 1)
      announce(editorText.outline.selected(next.stepIds.length))
  }
  const anchorId = current && currentId === current.id ? current.anchorId : (currentId ?? '')
  return {
    go: (id: string): void => stand(id, selectionOf(itemOf(id), id)),
    /** Goes to a row without selecting it. */
    move: (id: string): void => stand(id, selection, anchorId),
    extend: (id: string): void => stand(id, rangeOf(rows, anchorId, id), anchorId),
    toggleStep: (id: string): void => stand(id, itemOf(id)?.kind === 'step' ? toggled(selection, id) : selection, id),
    selectAll: (): void => stand(currentId ?? '', stepsOf(rows), anchorId),
  }
}

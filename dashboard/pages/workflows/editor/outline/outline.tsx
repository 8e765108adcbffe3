import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { NO_SELECTION, type Selection } from '../../../../shared/workflow-draft/draft.js'
import type { StepActs } from '../use-step-acts.js'
import { selectedStepId, selectStep, useEditorContext } from '../editor-context.js'
import { words } from '../words.js'
import { outlineKey } from './outline-keys.js'
import { useRowFocus } from './use-row-focus.js'
import { OutlineEntry } from './outline-entry.js'
import { ancestorsOf, outlineOf, visibleRows, type OutlineItem, type OutlineRow } from './outline-tree.js'

/** The element of the tree, by which a shortcut finds it. */
export const OUTLINE_ID = 'workflow-outline'

/** The workflow as a tree, by which everything can be done without the drawing. */
export function Outline({ acts, onEnter }: { acts: StepActs; onEnter: (field?: 'name') => void }) {
  const { draft, selection, select } = useEditorContext()
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
  const onKeys = useOutlineKeys({ rows, currentId, go, toggle, acts, onEnter })
  return (
    <>
      <div
        id={OUTLINE_ID}
        ref={tree}
        role="tree"
        aria-label={words.outline.tree}
        aria-describedby={`${OUTLINE_ID}-keys`}
        tabIndex={-1}
        onKeyDown={onKeys}
        {...focus.handlers}
        className="outline-none"
      >
        {rows.map((row) => (
          <OutlineEntry
            key={row.item.id}
            row={row}
            isCurrent={row.item.id === currentId}
            isSelected={isSelected(row.item, selection.stepIds)}
            onGo={() => go(row.item.id)}
            onToggle={() => toggle(row.item.id, !row.isOpen)}
          />
        ))}
      </div>
      <p id={`${OUTLINE_ID}-keys`} className="mt-3 text-small text-muted max-wide:sr-only">
        {words.outline.keys}
      </p>
    </>
  )
}

interface Keys {
  rows: readonly OutlineRow[]
  currentId: string | null
  go: (id: string) => void
  toggle: (id: string, isOpen: boolean) => void
  acts: StepActs
  onEnter: (field?: 'name') => void
}

function useOutlineKeys({ rows, currentId, go, toggle, acts, onEnter }: Keys) {
  const { open, isReadOnly, selection } = useEditorContext()
  return (event: KeyboardEvent): void => {
    const asked = outlineKey(event, rows, currentId)
    const item = rows.find((row) => row.item.id === currentId)?.item
    if (!asked || !item) return
    const isWalk = asked.act === 'go' || asked.act === 'open' || asked.act === 'close' || asked.act === 'enter'
    if (isReadOnly && !isWalk && asked.act !== 'copy') return
    event.preventDefault()
    const { stepId, branch } = subjectOf(item)
    switch (asked.act) {
      case 'go':
        return go(asked.id)
      case 'open':
      case 'close':
        return toggle(asked.id, asked.act === 'open')
      case 'add':
      case 'connect':
        return stepId === null
          ? undefined
          : open({ kind: asked.act, stepId, ...(branch === undefined ? {} : { branch }) })
      case 'delete':
        return removeItem(item, selection.stepIds, acts)
      case 'duplicate':
        return stepId === null ? undefined : acts.duplicate([stepId])
      case 'copy':
        return acts.copy(selection.stepIds)
      case 'paste':
        return acts.paste(stepId)
      case 'rename':
        return item.kind === 'step' ? onEnter('name') : undefined
      case 'enter':
        if (item.kind === 'jump') return go(item.to.id)
        return item.kind === 'step' ? onEnter() : undefined
      default:
        return asked satisfies never
    }
  }
}

/** What is selected with an entry: its step, its transition, or the step whose outcome leads nowhere. */
function selectionOf(item: OutlineItem | undefined): Selection | null {
  if (!item || item.kind === 'loose') return item ? NO_SELECTION : null
  if (item.kind !== 'step' && item.transition) return { stepIds: [], transitionId: item.transition.id }
  return item.kind === 'jump' ? null : selectStep(item.step.id)
}

function removeItem(item: OutlineItem, stepIds: readonly string[], acts: StepActs): void {
  if (item.kind === 'step') acts.remove(stepIds.includes(item.step.id) ? stepIds : [item.step.id])
  else if (item.kind !== 'loose' && item.transition) acts.disconnect(item.transition.id)
}

function subjectOf(item: OutlineItem): { stepId: string | null; branch?: string | null } {
  if (item.kind === 'step') return { stepId: item.step.id }
  return item.kind === 'way' ? { stepId: item.step.id, branch: item.outcome.branch } : { stepId: null }
}

function isSelected(item: OutlineItem, stepIds: readonly string[]): boolean {
  return item.kind === 'step' && stepIds.includes(item.step.id)
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

import type { KeyboardEvent } from 'react'
import type { StepActions } from '../use-step-actions.js'
import { useEditorContext } from '../editor-context.js'
import { editorText } from '../editor-text.js'
import { OutlineEntry } from './outline-entry.js'
import { outlineKey } from './outline-keys.js'
import type { OutlineItem, OutlineRow } from './outline-tree.js'
import { useOutline } from './use-outline.js'

/** The element of the tree, by which a shortcut finds it. */
export const OUTLINE_ID = 'workflow-outline'

interface OutlineProps {
  actions: StepActions
  /** Sets the focus into the details of what is selected. */
  onEnter: (part?: 'name') => void
  /** A step was chosen by a click or a tap. */
  onTap?: (() => void) | undefined
}

/** The workflow as a tree, by which everything can be done without the drawing. */
export function Outline(props: OutlineProps) {
  const outline = useOutline(props.onTap)
  const { tree, views, currentId, selection, focus, tap, turn } = outline
  const onKeys = useOutlineKeys({ ...outline, ...props })
  return (
    <>
      <div
        id={OUTLINE_ID}
        ref={tree}
        role="tree"
        aria-label={editorText.outline.tree}
        aria-multiselectable
        aria-describedby={`${OUTLINE_ID}-keys`}
        tabIndex={-1}
        onKeyDown={onKeys}
        {...focus.handlers}
        className="outline-none"
      >
        {views.map((view) => (
          <OutlineEntry
            key={view.id}
            {...view}
            isCurrent={view.id === currentId}
            isSelected={selection.stepIds.includes(view.id)}
            onGo={tap}
            onToggle={turn}
          />
        ))}
      </div>
      <p id={`${OUTLINE_ID}-keys`} className="mt-3 text-small text-muted max-wide:sr-only">
        {editorText.outline.keys}
      </p>
    </>
  )
}

const EDITS: ReadonlySet<string> = new Set(['add', 'connect', 'delete', 'cut', 'paste', 'duplicate', 'rename'])

interface Keys {
  rows: readonly OutlineRow[]
  currentId: string | null
  focus: ReturnType<typeof useOutline>['focus']
  walks: ReturnType<typeof useOutline>['walks']
  toggle: (id: string, isOpen: boolean) => void
  actions: StepActions
  onEnter: (part?: 'name') => void
}

function useOutlineKeys({ rows, currentId, focus, walks, toggle, actions, onEnter }: Keys) {
  const { open, isReadOnly, selection } = useEditorContext()
  return (event: KeyboardEvent): void => {
    const asked = outlineKey(event, rows, currentId)
    const item = rows.find((row) => row.item.id === currentId)?.item
    if (!asked || !item) return
    if (isReadOnly && EDITS.has(asked.action)) return
    event.preventDefault()
    const { stepId, branch } = subjectOf(item)
    // The current row is meant where it is not one of those that are selected.
    const chosen = stepId === null || selection.stepIds.includes(stepId) ? selection.stepIds : [stepId]
    switch (asked.action) {
      case 'go':
      case 'move':
      case 'extend':
        return walks[asked.action](asked.id)
      case 'toggle':
        return walks.toggleStep(item.id)
      case 'all':
        return walks.selectAll()
      case 'open':
      case 'close':
        return toggle(asked.id, asked.action === 'open')
      case 'add':
      case 'connect':
        return stepId === null
          ? undefined
          : open({ kind: asked.action, stepId, ...(branch === undefined ? {} : { branch }) })
      case 'delete':
        focus.keep()
        return removeItem(item, chosen, actions)
      case 'duplicate':
        return actions.duplicate(chosen)
      case 'copy':
        return actions.copy(chosen)
      case 'cut':
        focus.keep()
        return item.kind === 'step' ? actions.cut(chosen) : undefined
      case 'paste':
        return actions.paste(stepId)
      case 'rename':
        return item.kind === 'step' ? onEnter('name') : undefined
      case 'enter':
        if (item.kind === 'jump') return walks.go(item.to.id)
        return item.kind === 'step' ? onEnter() : undefined
      default:
        return asked satisfies never
    }
  }
}

function removeItem(item: OutlineItem, stepIds: readonly string[], actions: StepActions): void {
  if (item.kind === 'step') actions.remove(stepIds)
  else if (item.kind !== 'loose' && item.transition) actions.disconnect(item.transition.id)
}

function subjectOf(item: OutlineItem): { stepId: string | null; branch?: string | null } {
  if (item.kind === 'step') return { stepId: item.step.id }
  return item.kind === 'outcome' ? { stepId: item.step.id, branch: item.outcome.branch } : { stepId: null }
}

import { memo, type MouseEvent } from 'react'
import { ChevronDown, ChevronRight, CircleAlert, CornerDownRight, CornerLeftUp, Unplug } from 'lucide-react'
import { t } from '../../../../messages/index.js'
import { STEP_ICONS } from '../../../../shared/workflow-graph/step-types.js'
import { join } from '../../../../ui/join.js'
import { editorText } from '../editor-text.js'
import type { OutlineView } from './outline-view.js'
import type { Press } from './use-outline.js'

const INDENT_PX = 12
// Deeper rows would leave no room for their names.
const MAX_INDENTS = 8
const ICONS = { outcome: CornerDownRight, jump: CornerLeftUp, loose: Unplug }

type OutlineEntryProps = OutlineView & {
  isCurrent: boolean
  isSelected: boolean
  onGo: (id: string, press: Press) => void
  onToggle: (id: string, isOpen: boolean) => void
}

/** A row of the outline; it is drawn anew only where something of it has changed. */
export const OutlineEntry = memo(function OutlineEntry(props: OutlineEntryProps) {
  const { id, level, position, size, isOpen, canOpen, isCurrent, isSelected, onGo, onToggle } = props
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div
      role="treeitem"
      data-row={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={isSelected}
      {...(canOpen ? { 'aria-expanded': isOpen } : {})}
      onClick={(event) => onGo(id, pressOf(event))}
      style={{ paddingLeft: Math.min(level - 1, MAX_INDENTS) * INDENT_PX }}
      className={join(
        'flex min-h-8 cursor-pointer select-none items-start gap-1 rounded-control py-1 pr-2 outline-offset-[-2px] hover:bg-raised',
        isSelected && 'bg-raised font-medium',
      )}
    >
      <span
        aria-hidden
        className="mt-0.5 flex size-6 shrink-0 items-center justify-center text-muted"
        onClick={(event) => {
          if (!canOpen) return
          event.stopPropagation()
          onToggle(id, !isOpen)
        }}
      >
        {canOpen && <Chevron size={16} />}
      </span>
      <Content {...props} />
    </div>
  )
})

function pressOf({ ctrlKey, metaKey, shiftKey }: MouseEvent): Press {
  return shiftKey ? 'upTo' : ctrlKey || metaKey ? 'also' : 'alone'
}

function Content({ kind, type, text, summary, errors, live }: OutlineView) {
  const Icon = kind === 'step' ? STEP_ICONS[type ?? 'EXIT'] : ICONS[kind]
  return (
    <span className={join('flex min-w-0 flex-1 items-start gap-2 pt-0.5', kind !== 'step' && 'text-muted')}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        {type !== null && <span className="sr-only">{`${t.workflowGraph.types[type]}: `}</span>}
        <span className="break-words">{text}</span>
        {summary !== null && <span className="block truncate text-small font-normal text-muted">{summary}</span>}
        {errors > 0 && (
          <span className="flex items-center gap-1 text-small font-medium text-bad">
            <CircleAlert aria-hidden size={14} />
            {editorText.outline.errors(errors)}
          </span>
        )}
        {live !== null && <span className="block text-small font-normal text-muted tabular-nums">{live}</span>}
      </span>
    </span>
  )
}

import { ChevronDown, ChevronRight, CircleAlert, CornerDownRight, CornerLeftUp, Unplug } from 'lucide-react'
import { formatNumber } from '../../../../messages/format.js'
import { t } from '../../../../messages/index.js'
import { stepSummary } from '../../../../shared/workflow-graph/step-summary.js'
import { outcomeLabel, STEP_ICONS } from '../../../../shared/workflow-graph/step-types.js'
import { join } from '../../../../ui/join.js'
import { useEditorContext } from '../editor-context.js'
import { words } from '../words.js'
import type { OutlineItem, OutlineRow } from './outline-tree.js'

const INDENT_PX = 12
// Deeper rows would leave no room for their names.
const MAX_INDENTS = 8

interface OutlineEntryProps {
  row: OutlineRow
  isCurrent: boolean
  isSelected: boolean
  onGo: () => void
  onToggle: () => void
}

/** A row of the outline. */
export function OutlineEntry({ row, isCurrent, isSelected, onGo, onToggle }: OutlineEntryProps) {
  const { item, level, position, size, isOpen } = row
  const canOpen = item.children.length > 0
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div
      role="treeitem"
      data-row={item.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={isSelected}
      {...(canOpen ? { 'aria-expanded': isOpen } : {})}
      onClick={onGo}
      style={{ paddingLeft: Math.min(level - 1, MAX_INDENTS) * INDENT_PX }}
      className={join(
        'flex min-h-8 cursor-pointer items-start gap-1 rounded-control py-1 pr-2 outline-offset-[-2px] hover:bg-raised',
        isSelected && 'bg-raised font-medium',
      )}
    >
      <span
        aria-hidden
        className="mt-0.5 flex size-6 shrink-0 items-center justify-center text-muted"
        onClick={(event) => {
          if (!canOpen) return
          event.stopPropagation()
          onToggle()
        }}
      >
        {canOpen && <Chevron size={16} />}
      </span>
      <Content item={item} />
    </div>
  )
}

function Content({ item }: { item: OutlineItem }) {
  if (item.kind === 'step') return <StepContent item={item} />
  const Icon = item.kind === 'way' ? CornerDownRight : item.kind === 'jump' ? CornerLeftUp : Unplug
  return (
    <span className="flex min-w-0 items-start gap-2 pt-0.5 text-muted">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">{textOf(item)}</span>
    </span>
  )
}

function textOf(item: Exclude<OutlineItem, { kind: 'step' }>): string {
  if (item.kind === 'loose') return words.outline.loose
  if (item.kind === 'jump') return words.outline.jump(item.to.name)
  const way = words.outline.way(outcomeLabel(item.outcome))
  return item.transition ? way : `${way}: ${words.outline.ends}`
}

function StepContent({ item: { step } }: { item: Extract<OutlineItem, { kind: 'step' }> }) {
  const { draft, faults, counts, names } = useEditorContext()
  const Icon = STEP_ICONS[step.type]
  const count = faults.filter(({ stepId }) => stepId === step.id).length
  const summary = stepSummary(step, draft.trigger, names)
  return (
    <span className="flex min-w-0 flex-1 items-start gap-2 pt-0.5">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{`${t.workflowGraph.types[step.type]}: `}</span>
        <span className="break-words">{step.name}</span>
        {summary !== null && <span className="block truncate text-small font-normal text-muted">{summary}</span>}
        {count > 0 && (
          <span className="flex items-center gap-1 text-small font-medium text-bad">
            <CircleAlert aria-hidden size={14} />
            {words.outline.faults(count)}
          </span>
        )}
        <Counts counts={counts[step.id]} />
      </span>
    </span>
  )
}

/** Zero says nothing, and is not shown. */
function Counts({ counts }: { counts: { waiting: number; entered: number; failed: number } | undefined }) {
  if (!counts) return null
  const { waiting, failed } = counts
  const parts = [
    waiting > 0 && words.outline.waiting(formatNumber(waiting)),
    failed > 0 && words.outline.failed(formatNumber(failed)),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return <span className="block text-small font-normal text-muted tabular-nums">{parts.join(' · ')}</span>
}

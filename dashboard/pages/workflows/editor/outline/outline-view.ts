import type { StepType } from '../../../../../models/domain/workflow-graph.js'
import { formatNumber } from '../../../../messages/format.js'
import { stepSummary } from '../../../../shared/workflow-graph/step-summary.js'
import { outcomeLabel } from '../../../../shared/workflow-graph/step-types.js'
import type { EditorContext } from '../editor-context.js'
import { editorText } from '../editor-text.js'
import type { OutlineItem, OutlineRow } from './outline-tree.js'

/** A row of the outline as it is drawn. Its parts are plain values, so that a row that stays the same is kept. */
export interface OutlineView {
  id: string
  kind: OutlineItem['kind']
  level: number
  position: number
  size: number
  isOpen: boolean
  canOpen: boolean
  text: string
  /** The type of the step, where the row is one. */
  type: StepType | null
  summary: string | null
  errors: number
  /** The number of executions at the step, and of those that failed there; null for none. */
  live: string | null
}

type Facts = Pick<EditorContext, 'draft' | 'errors' | 'counts' | 'names'>

/** The rows as they are drawn. */
export function viewsOf(rows: readonly OutlineRow[], facts: Facts): OutlineView[] {
  const errors = new Map<string | null, number>()
  for (const { stepId } of facts.errors) errors.set(stepId, (errors.get(stepId) ?? 0) + 1)
  return rows.map(({ item, level, position, size, isOpen }) => ({
    id: item.id,
    kind: item.kind,
    level,
    position,
    size,
    isOpen,
    canOpen: item.children.length > 0,
    text: textOf(item),
    type: item.kind === 'step' ? item.step.type : null,
    summary: item.kind === 'step' ? stepSummary(item.step, facts.draft.trigger, facts.names) : null,
    errors: item.kind === 'step' ? (errors.get(item.step.id) ?? 0) : 0,
    live: item.kind === 'step' ? liveText(facts.counts[item.step.id]) : null,
  }))
}

function textOf(item: OutlineItem): string {
  if (item.kind === 'step') return item.step.name
  if (item.kind === 'loose') return editorText.outline.loose
  if (item.kind === 'jump') return editorText.outline.jump(item.to.name)
  const outcome = editorText.outline.outcome(outcomeLabel(item.outcome))
  return item.transition ? outcome : `${outcome}: ${editorText.outline.ends}`
}

/** Zero says nothing, and is not shown. */
function liveText(counts: { waiting: number; failed: number } | undefined): string | null {
  const { waiting = 0, failed = 0 } = counts ?? {}
  const parts = [
    waiting > 0 && editorText.outline.waiting(formatNumber(waiting)),
    failed > 0 && editorText.outline.failed(formatNumber(failed)),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(' · ')
}

import { memo, useEffect, useRef } from 'react'
import { Handle, Position, type NodeProps } from '@xyflow/react'
import { t } from '../../messages/index.js'
import { join } from '../../ui/join.js'
import { ENTRY, type StepNode as Drawn } from './drawing.js'
import { useGraph } from './graph-context.js'
import type { Mark } from './graph.js'
import { OutcomeHandle } from './outcome-handle.js'
import { StepNotes } from './step-notes.js'
import { STEP_ICONS } from './step-types.js'

const BORDERS: Readonly<Record<Mark, string>> = {
  added: 'border-good border-2',
  changed: 'border-warn border-2',
  removed: 'border-bad border-2 border-dashed',
  done: 'border-good',
  notReached: 'border-line border-dashed',
  failed: 'border-bad border-2',
  waiting: 'border-info border-2',
}

/** One step: its type, its name and its summary, surrounded by its marks, errors, numbers and outcomes. */
export const StepNode = memo(function StepNode({ id, data, selected, width, height }: NodeProps<Drawn>) {
  const { isReadOnly, refusals } = useGraph()
  const refusal = refusals?.get(id)
  return (
    <div className="relative" style={{ width, height }} title={refusal}>
      <Handle
        type="target"
        id={ENTRY}
        position={Position.Top}
        isConnectableStart={false}
        isConnectable={!isReadOnly}
        className={join('workflow-handle', (isReadOnly || data.step.type === 'TRIGGER') && 'workflow-handle-hidden')}
      />
      <Card data={data} isSelected={selected} isRefused={refusal !== undefined} />
      <StepNotes data={data} />
      {data.outcomes.map((outcome) => (
        <OutcomeHandle key={outcome.handleId} step={data.step} outcome={outcome} height={height ?? 0} />
      ))}
      {refusal !== undefined && (
        <p className="absolute top-full left-0 z-10 mt-1 w-full rounded-control bg-raised px-2 py-1 text-small text-ink">
          {refusal}
        </p>
      )}
    </div>
  )
})

interface CardProps {
  data: Drawn['data']
  isSelected: boolean
  isRefused: boolean
}

function Card({ data: { step, summary, mark, isTabStop }, isSelected, isRefused }: CardProps) {
  const card = useRef<HTMLButtonElement>(null)
  const { takesFocus } = useGraph()
  useEffect(() => {
    if (takesFocus(step.id)) card.current?.focus({ preventScroll: true })
  }, [takesFocus, step.id])
  const Icon = STEP_ICONS[step.type]
  const type = t.workflowGraph.types[step.type]
  const isQuiet = mark === 'notReached' || mark === 'removed'
  return (
    <button
      ref={card}
      type="button"
      data-step={step.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isSelected}
      className={join(
        'flex size-full items-center gap-2.5 rounded-panel border bg-surface px-3 text-left shadow-control',
        mark ? BORDERS[mark] : 'border-edge',
        isSelected && 'ring-2 ring-accent',
        isQuiet && 'bg-canvas',
        isRefused && 'border-dashed',
      )}
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-raised text-muted">
        <Icon aria-hidden size={16} />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="truncate text-small text-muted">{type}</span>
        <span className={join('truncate font-medium', isQuiet && 'text-muted')}>{step.name}</span>
        {summary !== null && <span className="truncate text-small text-muted">{summary}</span>}
        {mark && <span className="sr-only">{t.workflowGraph.marks[mark]}</span>}
      </span>
    </button>
  )
}

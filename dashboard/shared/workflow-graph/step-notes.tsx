import { Link } from '@tanstack/react-router'
import {
  CircleCheck,
  CirclePlus,
  CircleX,
  Clock,
  LogIn,
  MapPin,
  Minus,
  PencilLine,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { formatCompact, formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import type { Tone } from '../../ui/badge.js'
import { join } from '../../ui/join.js'
import type { StepData } from './drawing.js'
import { useGraph } from './graph-context.js'
import type { Mark } from './graph.js'

const MARKS: Readonly<Record<Mark, [LucideIcon, Tone] | null>> = {
  added: [CirclePlus, 'good'],
  changed: [PencilLine, 'warn'],
  removed: [Minus, 'bad'],
  done: [CircleCheck, 'good'],
  // The border of a step that the execution did not reach is dimmed.
  notReached: null,
  failed: [CircleX, 'bad'],
  waiting: [MapPin, 'info'],
}

const COLOURS: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  muted: 'text-muted',
}

const PILL =
  'nodrag pointer-events-auto inline-flex h-6 min-w-6 items-center gap-1 rounded-full border border-line bg-surface px-1.5 text-small font-medium tabular-nums'

/** On the upper edge of a step: its mark and its errors to the left, its numbers to the right. */
export function StepNotes({ data: { step, errors, counts, mark } }: { data: StepData }) {
  const variant = mark && MARKS[mark]
  return (
    <div className="pointer-events-none absolute inset-x-1 -top-4 flex items-start justify-between gap-1">
      <span className="flex gap-1">
        {mark && variant && <Note icon={variant[0]} tone={variant[1]} text={t.workflowGraph.marks[mark]} isHidden />}
        {errors.length > 0 && (
          <Note
            icon={TriangleAlert}
            tone="bad"
            text={String(errors.length)}
            label={[t.workflowGraph.errors(errors.length), ...errors].join('\n')}
          />
        )}
      </span>
      {counts && (
        <span className="flex gap-1">
          <Count icon={Clock} tone="info" kind="waiting" count={counts.waiting} stepId={step.id} />
          <Count icon={LogIn} tone="muted" kind="entered" count={counts.entered} stepId={step.id} />
          <Count icon={CircleX} tone="bad" kind="failed" count={counts.failed} stepId={step.id} />
        </span>
      )}
    </div>
  )
}

interface NoteProps {
  icon: LucideIcon
  tone: Tone
  text: string
  /** The text for screen readers, if the visible text is a number. */
  label?: string
  /** The step says the same, so that it is not read out twice. */
  isHidden?: boolean
}

function Note({ icon: Icon, tone, text, label, isHidden }: NoteProps) {
  return (
    <span title={label} aria-hidden={isHidden} className={join(PILL, COLOURS[tone])}>
      <Icon aria-hidden size={12} />
      <span aria-hidden={label !== undefined}>{text}</span>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  )
}

interface CountProps {
  icon: LucideIcon
  tone: Tone
  kind: 'waiting' | 'entered' | 'failed'
  count: number
  stepId: string
}

/** A number that links to its executions. No list exists of the executions that have passed a step. */
function Count({ icon: Icon, tone, kind, count, stepId }: CountProps) {
  const projectId = useProjectId()
  const { workflowId } = useGraph()
  if (count === 0) return null
  const label = t.workflowGraph.counts[kind](formatNumber(count))
  if (workflowId === undefined || kind === 'entered') {
    return <Note icon={Icon} tone={tone} text={formatCompact(count)} label={label} />
  }
  return (
    <Link
      to="/p/$projectId/workflows/$workflowId/executions"
      params={{ projectId, workflowId }}
      search={{ step: stepId, status: kind === 'failed' ? 'FAILED' : 'WAITING' }}
      title={label}
      aria-label={label}
      tabIndex={-1}
      className={join(PILL, COLOURS[tone], 'underline-offset-2 hover:underline')}
    >
      <Icon aria-hidden size={12} />
      {formatCompact(count)}
    </Link>
  )
}

import { useEffect, useRef, useState } from 'react'
import { CircleCheck, CircleX, Clock, Hourglass, LoaderCircle, SkipForward, type LucideIcon } from 'lucide-react'
import type { Answer } from '../../../api/client.js'
import { formatDuration } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { SubjectLink } from '../../../shared/email-columns.js'
import { EmailStatus } from '../../../shared/email-status.js'
import { ExactMoment } from '../../../shared/moment.js'
import { useDeveloperDetails } from '../../../session/developer-details.js'
import { STEP_ICONS } from '../../../shared/workflow-graph/step-types.js'
import { StatusBadge, type Tone } from '../../../ui/badge.js'
import { join } from '../../../ui/join.js'
import type { StepRun } from './execution.js'
import { JsonView } from '../../../ui/json-view.js'
import { reasonText } from './reason-text.js'

type Email = Answer<'GET /emails'>['data'][number]

const VARIANTS: Readonly<Record<StepRun['status'], [Tone, LucideIcon]>> = {
  PENDING: ['muted', Clock],
  RUNNING: ['info', LoaderCircle],
  WAITING: ['info', Hourglass],
  COMPLETED: ['good', CircleCheck],
  SKIPPED: ['warn', SkipForward],
  FAILED: ['bad', CircleX],
}

/** One step run: its outcome and duration, its error, its output, and its emails. */
export function StepRunEntry({ run, emails, isChosen }: { run: StepRun; emails: readonly Email[]; isChosen: boolean }) {
  const { step, status, error, output } = run
  const place = useRef<HTMLLIElement>(null)
  const areDetailsShown = useDeveloperDetails()
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const Icon = step ? STEP_ICONS[step.type] : Clock
  const [tone, icon] = VARIANTS[status]
  return (
    <li ref={place} className={join('px-4 py-3', isChosen && 'bg-raised')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden size={16} className="shrink-0 text-muted" />
        <h3 className="min-w-0 flex-1 basis-40 font-medium break-words">{step?.name ?? t.executions.deletedStep}</h3>
        <StatusBadge tone={tone} icon={icon} label={t.executions.runStatuses[status]} />
      </div>
      <div className="mt-1 flex flex-col gap-2 pl-7">
        <Times run={run} />
        {error !== null && (
          <p className={join('break-words', status === 'FAILED' && 'text-bad')}>{reasonText(error)}</p>
        )}
        {emails.length > 0 && <Sent emails={emails} />}
        {areDetailsShown && output && (
          <Output key={String(isChosen)} value={output} isOpen={isChosen || status === 'FAILED'} />
        )}
      </div>
    </li>
  )
}

function Times({ run: { startedAt, completedAt, attempts } }: { run: StepRun }) {
  if (startedAt === null) return null
  const ms = (completedAt === null ? Date.now() : Date.parse(completedAt)) - Date.parse(startedAt)
  const textOf = completedAt === null ? t.executions.since : t.executions.took
  return (
    <p className="flex flex-wrap gap-x-3 text-small text-muted tabular-nums">
      <ExactMoment at={startedAt} />
      <span>{textOf(formatDuration(ms))}</span>
      {attempts > 1 && <span>{t.executions.attempts(attempts)}</span>}
    </p>
  )
}

function Sent({ emails }: { emails: readonly Email[] }) {
  return (
    <ul aria-label={t.executions.emails} className="flex flex-col gap-1">
      {emails.map((email) => (
        <li key={email.id} className="flex flex-wrap items-center gap-x-3">
          <SubjectLink email={email} />
          <EmailStatus status={email.status} />
        </li>
      ))}
    </ul>
  )
}

/** The output of a step can be long: it is rendered once the user opens it. */
function Output({ value, isOpen }: { value: Record<string, unknown>; isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen)
  return (
    <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="w-fit py-0.5 text-muted">{t.executions.output}</summary>
      {isShown && <JsonView label={t.executions.output} value={value} />}
    </details>
  )
}

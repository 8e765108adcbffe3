import { useEffect, useState } from 'react'
import { formatDuration } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { ExactMoment } from '../../../shared/moment.js'
import { useProjectId } from '../../../session/project.js'
import { Banner } from '../../../ui/banner.js'
import { TextLink } from '../../../ui/link.js'
import type { Execution } from './execution.js'
import { reasonText, stepReason } from './reason-text.js'

const SECOND_MS = 1_000

/** The state of an execution: the rest of its wait, or the reason of its failure. */
export function StatusBanner({ execution }: { execution: Execution }) {
  const { status, exitReason, currentStep, wakeAt } = execution
  if (status === 'FAILED') {
    const title = currentStep ? t.executions.failedAt(currentStep.name) : t.executions.statuses.FAILED
    const reason = exitReason === null ? null : stepReason(exitReason)
    return (
      // The page has the other next step, the retry, beside its title.
      <Banner kind="bad" title={title} action={reason?.next === 'workflow' && <EditWorkflow execution={execution} />}>
        {reason && <p>{reason.what}</p>}
        {exitReason !== null && <p>{reasonText(exitReason)}</p>}
      </Banner>
    )
  }
  if (status !== 'WAITING') return null
  const isForEvent = currentStep?.type === 'WAIT_FOR_EVENT'
  if (wakeAt === null) return isForEvent ? <Banner title={t.executions.waitsOn} /> : null
  return <Countdown at={wakeAt} isForEvent={isForEvent} />
}

function EditWorkflow({ execution: { workflowId } }: { execution: Execution }) {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId }}>
      {t.reasons.next.workflow}
    </TextLink>
  )
}

/** The time that is left, counted down each second; the moment itself is shown beside it. */
function Countdown({ at, isForEvent }: { at: string; isForEvent: boolean }) {
  const now = useNow()
  const left = Date.parse(at) - now
  const textOf = isForEvent ? t.executions.waits : t.executions.wakes
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-3 rounded-panel border border-line bg-surface px-4 py-3">
      <p className="font-semibold tabular-nums">
        {left > 0 ? textOf(formatDuration(Math.ceil(left / SECOND_MS) * SECOND_MS)) : t.executions.wakesNow}
      </p>
      <p className="text-muted">
        <ExactMoment at={at} />
      </p>
    </div>
  )
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { every } from '../../../api/polling.js'
import { read } from '../../../api/query.js'
import type { Answer } from '../../../api/client.js'
import { formatNumber, formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { isMissing, describeError } from '../../../shared/failure.js'
import { useProjectId } from '../../../session/project.js'
import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { ProgressBar } from '../../../ui/progress-bar.js'

const POLL_MS = 1_000

type Job = Answer<'GET /workflows/:id/executions/retry-failed/:jobId'>

/** The progress of the retry of all failed executions, and those that could not be retried. */
export function RetryProgress({
  workflowId,
  jobId,
  onHide,
}: {
  workflowId: string
  jobId: string
  onHide: () => void
}) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const { data: job, error } = useQuery({
    ...read('GET /workflows/:id/executions/retry-failed/:jobId', { projectId, params: { id: workflowId, jobId } }),
    refetchInterval: ({ state: { data, error } }) => (isOver(data) || isMissing(error) ? false : every(POLL_MS)()),
  })
  const isDone = isOver(job)
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: [projectId, 'GET /executions'] })
  }, [isDone, client, projectId])
  const hide = <Button onClick={onHide}>{t.executions.hide}</Button>
  if (error && !job) {
    if (isMissing(error)) return null
    return <Banner kind="bad" title={describeError(error).message} action={hide} />
  }
  if (!job || !isDone) {
    return (
      <Banner>
        <ProgressBar
          label={t.executions.retrying}
          value={job?.progress ?? 0}
          total={job ? 100 : null}
          {...(job ? { note: t.executions.retryingNote(formatRate(job.progress)) } : {})}
        />
      </Banner>
    )
  }
  return <Retried job={job} action={hide} />
}

function Retried({ job: { status, failedReason, result }, action }: { job: Job; action: React.ReactNode }) {
  if (status === 'FAILED') {
    return (
      <Banner kind="bad" title={t.executions.retryFailed} action={action}>
        {failedReason}
      </Banner>
    )
  }
  const { retried, total, refused, reasons } = result
  const texts: Readonly<Record<string, string>> = t.executions.refusals
  return (
    <Banner
      kind={refused > 0 ? 'warn' : 'good'}
      title={t.executions.retriedAll(formatNumber(retried), formatNumber(total))}
      action={action}
    >
      {Object.entries(reasons).map(([reason, count]) => (
        <p key={reason}>{t.executions.refused(formatNumber(count), texts[reason] ?? reason)}</p>
      ))}
    </Banner>
  )
}

function isOver(job: Job | undefined): boolean {
  return job?.status === 'COMPLETED' || job?.status === 'FAILED'
}

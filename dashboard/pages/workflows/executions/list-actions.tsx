import { useMemo, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleSlash, RotateCcw } from 'lucide-react'
import type { ExecutionStatus } from '../../../../models/domain/execution-status.js'
import { call } from '../../../api/client.js'
import { every } from '../../../api/polling.js'
import { read } from '../../../api/query.js'
import { useCommands } from '../../../commands/registry.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { useRefusal } from '../../../shared/use-refusal.js'
import { useProjectId } from '../../../session/project.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { toast } from '../../../ui/toast.js'
import { RetryVersion, type Version } from './retry-version.js'

const POLL_MS = 15_000

/** The actions on all executions of a workflow, if there are any that they would change. */
export function ListActions({ workflowId, onRetry }: { workflowId: string; onRetry: (jobId: string) => void }) {
  const [asked, setAsked] = useState<'retry' | 'cancel' | null>(null)
  const count = useCounts(workflowId)
  const refusal = useRefusal()
  const [active, failed] = [count('RUNNING') + count('WAITING'), count('FAILED')]
  useCommands(
    useMemo(
      () => [
        ...(failed > 0 ? [command('retry-failed', t.executions.retryAllTitle, () => setAsked('retry'))] : []),
        ...(active > 0 ? [command('cancel-all', t.executions.cancelAllTitle, () => setAsked('cancel'))] : []),
      ],
      [active, failed],
    ),
  )
  return (
    <>
      {failed > 0 && (
        <Button icon={RotateCcw} {...refusal} onClick={() => setAsked('retry')}>
          {t.executions.retryAll(formatNumber(failed))}
        </Button>
      )}
      {active > 0 && (
        <Button icon={CircleSlash} variant="danger" onClick={() => setAsked('cancel')}>
          {t.executions.cancelAll}
        </Button>
      )}
      <RetryAll {...{ workflowId, failed, onRetry }} isOpen={asked === 'retry'} onClose={() => setAsked(null)} />
      <CancelAll {...{ workflowId, active }} isOpen={asked === 'cancel'} onClose={() => setAsked(null)} />
    </>
  )
}

const command = (id: string, title: string, run: () => void) => ({ id, title, group: 'page' as const, run })

function useCounts(workflowId: string): (status: ExecutionStatus) => number {
  const projectId = useProjectId()
  const of = (status: ExecutionStatus) => ({
    ...read('GET /executions', { projectId, query: { workflowId, status, limit: 1 } }),
    refetchInterval: every(POLL_MS),
  })
  const [running, waiting, failed] = [useQuery(of('RUNNING')), useQuery(of('WAITING')), useQuery(of('FAILED'))]
  const counts: Partial<Record<ExecutionStatus, number | undefined>> = {
    RUNNING: running.data?.total,
    WAITING: waiting.data?.total,
    FAILED: failed.data?.total,
  }
  return (status) => counts[status] ?? 0
}

interface AskProps {
  workflowId: string
  isOpen: boolean
  onClose: () => void
}

function RetryAll({
  workflowId,
  failed,
  onRetry,
  ...ask
}: AskProps & { failed: number; onRetry: (id: string) => void }) {
  const projectId = useProjectId()
  const [version, setVersion] = useState<Version>('pinned')
  const retry = async (): Promise<void> => {
    const of = { projectId, params: { id: workflowId }, body: { version } }
    const { jobId } = await call('POST /workflows/:id/executions/retry-failed', of)
    onRetry(jobId)
  }
  return (
    <ConfirmDialog
      {...ask}
      title={t.executions.retryAllTitle}
      text={t.executions.retryAllText}
      action={t.executions.retryAllAction(failed, formatNumber(failed))}
      isDangerous={false}
      onConfirm={retry}
      describeError={describeError}
    >
      <RetryVersion value={version} onChange={setVersion} />
    </ConfirmDialog>
  )
}

function CancelAll({ workflowId, active, ...ask }: AskProps & { active: number }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const shown = formatNumber(active)
  const cancel = async (): Promise<void> => {
    const of = { projectId, params: { id: workflowId } }
    const { cancelled } = await call('POST /workflows/:id/executions/cancel-all', of)
    await client.invalidateQueries({ queryKey: [projectId, 'GET /executions'] })
    toast(t.executions.cancelledAll(cancelled, formatNumber(cancelled)))
  }
  return (
    <ConfirmDialog
      {...ask}
      title={t.executions.cancelAllTitle}
      text={t.executions.cancelAllText(active, shown)}
      action={t.executions.cancelAllAction(active, shown)}
      onConfirm={cancel}
      describeError={describeError}
    />
  )
}

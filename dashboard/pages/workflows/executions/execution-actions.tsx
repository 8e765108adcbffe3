import { useMemo, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleSlash, ExternalLink, RotateCcw } from 'lucide-react'
import { isActive } from '../../../../models/domain/execution-status.js'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { useCommands, type Command } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { useRefusal } from '../../../shared/use-refusal.js'
import { useDeveloperDetails } from '../../../session/developer-details.js'
import { useProjectId } from '../../../session/project.js'
import { configQuery } from '../../../session/user.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { OuterLink } from '../../../ui/link.js'
import { toast } from '../../../ui/toast.js'
import type { Execution } from './execution.js'
import { RetryVersion, type Version } from './retry-version.js'
import { temporalUrl } from './temporal-url.js'

/** The actions on an execution: cancel while it is active, retry after a failure, and its run in Temporal. */
export function ExecutionActions({ execution }: { execution: Execution }) {
  const [asked, setAsked] = useState<'retry' | 'cancel' | null>(null)
  const { status } = execution
  const { data: config } = useQuery(configQuery)
  const areDetailsShown = useDeveloperDetails()
  const temporal = config && areDetailsShown ? temporalUrl(config, execution.temporalWorkflowId) : null
  const refusal = useRefusal()
  useCommands(useMemo(() => commandsOf(status, temporal, setAsked), [status, temporal]))
  return (
    <>
      {temporal !== null && (
        <OuterLink href={temporal} className="inline-flex items-center gap-1">
          {t.executions.openInTemporal}
          <ExternalLink aria-hidden size={14} />
        </OuterLink>
      )}
      {status === 'FAILED' && (
        <Button variant="strong" icon={RotateCcw} {...refusal} onClick={() => setAsked('retry')}>
          {t.executions.retry}
        </Button>
      )}
      {isActive(status) && (
        <Button variant="danger" icon={CircleSlash} onClick={() => setAsked('cancel')}>
          {t.common.cancel}
        </Button>
      )}
      <RetryOne execution={execution} isOpen={asked === 'retry'} onClose={() => setAsked(null)} />
      <CancelOne execution={execution} isOpen={asked === 'cancel'} onClose={() => setAsked(null)} />
    </>
  )
}

function commandsOf(
  status: Execution['status'],
  temporal: string | null,
  ask: (asked: 'retry' | 'cancel') => void,
): Command[] {
  const all: (Command | false)[] = [
    status === 'FAILED' && {
      id: 'retry',
      title: t.executions.retry,
      group: 'page',
      keys: 'r',
      run: () => ask('retry'),
    },
    isActive(status) && { id: 'cancel', title: t.executions.cancel, group: 'page', run: () => ask('cancel') },
    temporal !== null && {
      id: 'temporal',
      title: t.executions.openInTemporal,
      group: 'page',
      run: () => window.location.assign(temporal),
    },
  ]
  return all.filter((one) => one !== false)
}

interface AskProps {
  execution: Execution
  isOpen: boolean
  onClose: () => void
}

function RetryOne({ execution, ...ask }: AskProps) {
  const projectId = useProjectId()
  const { id: executionId, workflowId, workflowVersion, currentStep } = execution
  const change = useChange(execution)
  const [version, setVersion] = useState<Version>('pinned')
  const { data: workflow } = useQuery({
    ...read('GET /workflows/:id', { projectId, params: { id: workflowId } }),
    enabled: ask.isOpen,
  })
  const isRepaired = workflow !== undefined && workflow.version !== workflowVersion
  const of = {
    projectId,
    params: { id: workflowId, executionId },
    body: { version: isRepaired ? version : 'pinned' },
  } as const
  return (
    <ConfirmDialog
      {...ask}
      title={t.executions.retryTitle}
      text={t.executions.retryText(currentStep?.name ?? t.executions.deletedStep)}
      action={t.executions.retry}
      isDangerous={false}
      onConfirm={() =>
        change(() => call('POST /workflows/:id/executions/:executionId/retry', of), t.executions.retried)
      }
      describeError={describeError}
    >
      {isRepaired && (
        <RetryVersion
          value={version}
          onChange={setVersion}
          numbers={{ own: workflowVersion, published: workflow.version }}
        />
      )}
    </ConfirmDialog>
  )
}

function CancelOne({ execution, ...ask }: AskProps) {
  const projectId = useProjectId()
  const { id: executionId, workflowId } = execution
  const change = useChange(execution)
  const of = { projectId, params: { id: workflowId, executionId } }
  return (
    <ConfirmDialog
      {...ask}
      title={t.executions.cancelTitle}
      text={t.executions.cancelText}
      action={t.executions.cancel}
      onConfirm={() => change(() => call('DELETE /workflows/:id/executions/:executionId', of), t.executions.cancelled)}
      describeError={describeError}
    />
  )
}

/** Changes the execution, shows its new state, and announces the change. */
function useChange({ id: executionId, workflowId }: Execution) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const one = read('GET /workflows/:id/executions/:executionId', { projectId, params: { id: workflowId, executionId } })
  return async (action: () => Promise<unknown>, done: string): Promise<void> => {
    await action()
    await client.invalidateQueries({ queryKey: one.queryKey })
    void client.invalidateQueries({ queryKey: [projectId, 'GET /executions'] })
    toast(done)
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { describeError } from '../../shared/failure.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { toast } from '../../ui/toast.js'
import type { WorkflowRow } from './workflow-row.js'

/** Deletes a workflow; its active executions are cancelled first, as the dialog says. */
export function DeleteWorkflowDialog({
  workflow: { id, name, _count: counts },
  isOpen,
  onClose,
}: {
  workflow: WorkflowRow
  isOpen: boolean
  onClose: () => void
}) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const active = counts.activeExecutions
  const remove = async (): Promise<void> => {
    const input = { projectId, params: { id } }
    if (active > 0) await call('POST /workflows/:id/executions/cancel-all', input)
    await call('DELETE /workflows/:id', input)
    await client.invalidateQueries({ queryKey: [projectId, 'GET /workflows'] })
    toast(t.workflows.deleted)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.workflows.deleteOf(name)}
      text={t.workflows.deleteText}
      action={active > 0 ? t.workflows.cancelAndDelete : t.workflows.delete}
      nameToType={name}
      onConfirm={remove}
      describeError={describeDeletionError}
    >
      <p className={active > 0 ? 'text-warn' : 'text-muted'}>
        {active > 0 ? t.workflows.deleteActive(active, formatNumber(active)) : t.workflows.deleteNoneActive}
      </p>
    </ConfirmDialog>
  )
}

/** An execution that began after the list was read keeps the workflow. */
function describeDeletionError(error: unknown): { message: string } {
  const isActive = error instanceof ApiError && typeof error.details['executions'] === 'number'
  return isActive ? { message: t.workflows.becameActive } : describeError(error)
}

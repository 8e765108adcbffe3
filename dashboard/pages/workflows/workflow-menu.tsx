import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, ListTree, Trash2 } from 'lucide-react'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { archiveItem, useArchive } from '../../shared/archive/use-archive.js'
import { showError } from '../../shared/show-error.js'
import { IconButton } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import { toast } from '../../ui/toast.js'
import { DeleteWorkflowDialog } from './delete-workflow-dialog.js'
import type { WorkflowRow } from './workflow-row.js'

/** The actions on a workflow of the list. */
export function WorkflowMenu({ workflow }: { workflow: WorkflowRow }) {
  const { id, name } = workflow
  const projectId = useProjectId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const archive = useArchive('workflow')
  const duplicate = useMutation({
    mutationFn: () => call('POST /workflows/:id/duplicate', { projectId, params: { id } }),
    onSuccess: async () => {
      toast(t.workflows.duplicated)
      await client.invalidateQueries({ queryKey: [projectId, 'GET /workflows'] })
    },
    onError: showError,
  })
  const executions = (): void =>
    void navigate({ to: '/p/$projectId/workflows/$workflowId/executions', params: { projectId, workflowId: id } })
  const items = [
    { label: t.workflows.executions, icon: ListTree, onSelect: executions },
    { label: t.workflows.duplicate, icon: Copy, onSelect: () => duplicate.mutate() },
    ...(workflow.enabled ? [] : [archiveItem(workflow, archive)]),
    { label: t.workflows.delete, icon: Trash2, onSelect: () => setDeleting(true) },
  ]
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={t.workflows.actionsOf(name)}
            disabled={duplicate.isPending}
            className="-my-1"
          />
        }
        groups={[{ items }]}
      />
      <DeleteWorkflowDialog workflow={workflow} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, type LinkProps } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useIsDisabledProject, useProjectId } from '../../session/project.js'
import { showError } from '../../shared/show-error.js'
import { Switch } from '../../ui/switch.js'
import { toast } from '../../ui/toast.js'
import { stepWithError } from './workflow-filters.js'
import type { WorkflowRow } from './workflow-row.js'

/** Enables or disables a workflow. One that is not complete opens in its editor, at the first step with an error. */
export function WorkflowSwitch({ workflow: { id, name, enabled, archived } }: { workflow: WorkflowRow }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isRefused = useIsDisabledProject() && !enabled
  const change = useMutation({
    mutationFn: (next: boolean) => call('PATCH /workflows/:id', { projectId, params: { id }, body: { enabled: next } }),
    onSuccess: (_, next) => toast(next ? t.workflows.isEnabled : t.workflows.isDisabled),
    onError: (error) => {
      const [first] = error instanceof ApiError ? error.errors : []
      if (!(error instanceof ApiError) || !first) return showError(error)
      toast(t.workflows.notReady(name, first.message))
      const step = stepWithError(error.errors)
      const search = (step === null ? {} : { step }) as LinkProps['search']
      const params = { projectId, workflowId: id }
      return void navigate({ to: '/p/$projectId/workflows/$workflowId', params, search })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [projectId, 'GET /workflows'] }),
  })
  return (
    <Switch
      label={t.workflows.switchOf(name)}
      isLabelHidden
      isOn={change.isPending ? change.variables : enabled}
      isDisabled={change.isPending || isRefused || archived}
      onChange={(next) => change.mutate(next)}
    />
  )
}

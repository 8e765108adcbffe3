import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { queryClient, read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { TextLink } from '../../ui/link.js'
import { toast } from '../../ui/toast.js'
import { refreshTemplates } from './template-cache.js'
import type { Template } from './template-value.js'

/** The template that is to be deleted. */
export interface DeleteTemplateDialogProps {
  isOpen: boolean
  onClose: () => void
  template: Pick<Template, 'id' | 'name'>
  /** The template is deleted. */
  onDeleted?: () => void
}

/** Asks before a template is deleted, and names what uses it. */
export function DeleteTemplateDialog({ isOpen, onClose, template, onDeleted }: DeleteTemplateDialogProps) {
  const projectId = useProjectId()
  const { id, name } = template
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.templates.deleteTitle(name)}
      text={t.templates.deleteText}
      action={t.templates.delete}
      describeError={describeError}
      onConfirm={async () => {
        await call('DELETE /templates/:id', { projectId, params: { id } })
        onDeleted?.()
        queryClient.removeQueries({ queryKey: read('GET /templates/:id', { projectId, params: { id } }).queryKey })
        toast(t.templates.deleted)
        await refreshTemplates(projectId)
      }}
    >
      <Uses templateId={id} />
    </ConfirmDialog>
  )
}

function Uses({ templateId }: { templateId: string }) {
  const projectId = useProjectId()
  const { data } = useQuery(read('GET /templates/:id/usage', { projectId, params: { id: templateId } }))
  if (!data) return <p className="text-muted">{t.templates.usageUnknown}</p>
  const { workflowSteps, emailsSent } = data
  return (
    <div className="flex flex-col gap-2">
      <p>{t.templates.sentSoFar(formatNumber(emailsSent))}</p>
      {workflowSteps.length > 0 && (
        <>
          <p>{t.templates.inUse}</p>
          <ul className="list-disc pl-5">
            {workflowSteps.map(({ id, name, workflowId, workflowName }) => (
              <li key={id}>
                <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId }}>
                  {t.templates.step(name, workflowName)}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

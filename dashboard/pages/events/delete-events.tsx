import { useNavigate } from '@tanstack/react-router'
import { call, type Answer } from '../../api/client.js'
import { queryClient } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { toast } from '../../ui/toast.js'
import { UsageLinks } from './usage-links.js'

interface DeleteEventsProps {
  name: string
  usage: Answer<'GET /events/:eventName/usage'> | undefined
  isOpen: boolean
  onClose: () => void
}

/** Asks before all events of a name are deleted, and names what refers to them. */
export function DeleteEvents({ name, usage, isOpen, onClose }: DeleteEventsProps) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const remove = async (): Promise<void> => {
    const { deletedCount } = await call('DELETE /events/:eventName', { projectId, params: { eventName: name } })
    toast(t.events.removed(deletedCount, formatNumber(deletedCount)))
    await navigate({ to: '/p/$projectId/events', params: { projectId }, search: {} })
    void queryClient.invalidateQueries({ queryKey: [projectId] })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.events.removeTitle(name)}
      text={t.events.removeText}
      action={usage ? t.events.removeAction(formatNumber(usage.totalCount)) : t.events.removeAll}
      onConfirm={remove}
      describeError={describeError}
      nameToType={name}
    >
      {usage && (
        <div>
          <h3 className="font-medium">{t.events.usedBy}</h3>
          <UsageLinks usage={usage} />
        </div>
      )}
    </ConfirmDialog>
  )
}

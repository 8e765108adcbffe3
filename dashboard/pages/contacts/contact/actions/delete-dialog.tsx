import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../api/client.js'
import { queryClient, read } from '../../../../api/query.js'
import { t } from '../../../../messages/index.js'
import { useProjectId } from '../../../../session/project.js'
import { describeError } from '../../../../shared/failure.js'
import { refreshContacts } from '../../../../shared/job-progress.js'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.js'
import { toast } from '../../../../ui/toast.js'
import type { Contact } from '../use-contact-patch.js'

/** Deletes a contact for good, and says what goes with it. */
export function DeleteDialog({ contact: { id, email }, onClose }: { contact: Contact; onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const remove = async (): Promise<void> => {
    await call('DELETE /contacts/:id', { projectId, params: { id } })
    await navigate({ to: '/p/$projectId/contacts', params: { projectId } })
    queryClient.removeQueries({ queryKey: read('GET /contacts/:id', { projectId, params: { id } }).queryKey })
    refreshContacts(projectId)
    toast(t.contacts.deleted)
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.contacts.deleteOne(email)}
      text={t.contacts.deleteOneText}
      action={t.contacts.deleteAction}
      nameToType={email}
      onConfirm={remove}
      describeError={describeError}
    />
  )
}

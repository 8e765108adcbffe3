import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { showError } from '../../../shared/show-error.js'
import { Moment } from '../../../shared/moment.js'
import { Button } from '../../../ui/button.js'
import { toast } from '../../../ui/toast.js'

type Invitation = Answer<'GET /projects/:id/invitations'>[number]

/** A pending invitation. A user who manages the project can withdraw it. */
export function InvitationRow({ invitation: { id, email, role, expiresAt } }: { invitation: Invitation }) {
  const project = useProject()
  const client = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () =>
      call('DELETE /projects/:id/invitations/:invitation', { params: { id: project.id, invitation: id } }),
    onSuccess: async () => {
      const { queryKey } = read('GET /projects/:id/invitations', { params: { id: project.id } })
      await client.invalidateQueries({ queryKey })
      toast(t.settings.withdrawn)
    },
    onError: showError,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <div className="break-all">{email}</div>
        <div className="text-small text-muted">
          {t.session.roles[role]} · {t.settings.ends} <Moment at={expiresAt} />
        </div>
      </div>
      {mayManage(project) && (
        <Button isBusy={withdraw.isPending} onClick={() => withdraw.mutate()} aria-label={t.settings.withdrawOf(email)}>
          {t.settings.withdraw}
        </Button>
      )}
    </li>
  )
}

import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { meQuery } from '../../../session/user.js'
import { describeError } from '../../../shared/failure.js'
import { showError } from '../../../shared/show-error.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { RoleSelect } from './role-select.js'

type Member = Answer<'GET /projects/:id/members'>[number]

/** A member with its role. A user who manages the project can change the role and remove other members. */
export function MemberRow({ member: { userId, email, role } }: { member: Member }) {
  const project = useProject()
  const { data: me } = useQuery(meQuery)
  const client = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const isMe = me?.id === userId
  const params = { id: project.id, userId }
  const refresh = () =>
    client.invalidateQueries({ queryKey: read('GET /projects/:id/members', { params: { id: project.id } }).queryKey })
  const change = useMutation({
    mutationFn: (next: 'ADMIN' | 'MEMBER') =>
      call('PATCH /projects/:id/members/:userId', { params, body: { role: next } }),
    onSuccess: refresh,
    onError: showError,
  })
  const remove = async (): Promise<void> => {
    await call('DELETE /projects/:id/members/:userId', { params })
    await refresh()
  }
  const mayChange = mayManage(project) && role !== 'OWNER' && !isMe
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <span className="min-w-0 flex-1 basis-48 break-all">
        {email} {isMe && <Badge label={t.settings.you} />}
      </span>
      {mayChange ? (
        <div className="ml-auto flex items-center gap-3">
          <RoleSelect
            label={t.settings.roleOf(email)}
            value={role}
            isDisabled={change.isPending}
            onChange={(next) => change.mutate(next)}
          />
          <Button onClick={() => setRemoving(true)} aria-label={t.settings.removeMember(email)}>
            {t.settings.removeMemberAction}
          </Button>
        </div>
      ) : (
        <span className="text-muted">{t.session.roles[role]}</span>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t.settings.removeMember(email)}
        text={t.settings.removeMemberText}
        action={t.settings.removeMemberAction}
        onConfirm={remove}
        describeError={describeError}
      />
    </li>
  )
}

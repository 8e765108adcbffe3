import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { meQuery, projectsQuery } from '../../../session/user.js'
import { describeError } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'

/** The way out of a project; its owner stays. */
export function LeaveProject() {
  const { id, name, role } = useProject()
  const { data: me } = useQuery(meQuery)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  if (role === 'OWNER') return <p className="border-t border-line px-4 py-3 text-muted">{t.settings.ownerStays}</p>
  const leave = async (): Promise<void> => {
    if (!me) return
    await call('DELETE /projects/:id/members/:userId', { params: { id, userId: me.id } })
    await navigate({ to: '/projects' })
    await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
  }
  return (
    <div className="border-t border-line px-4 py-3">
      <Button onClick={() => setAsking(true)}>{t.settings.leave}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.settings.leaveOf(name)}
        text={t.settings.leaveText}
        action={t.settings.leave}
        onConfirm={leave}
        describeError={describeError}
      />
    </div>
  )
}

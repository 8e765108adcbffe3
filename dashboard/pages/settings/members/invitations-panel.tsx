import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { InvitationRow } from './invitation-row.js'
import { InviteForm } from './invite-form.js'

/** The pending invitations, and a form for a new one. */
export function InvitationsPanel() {
  const project = useProject()
  const query = useQuery(read('GET /projects/:id/invitations', { params: { id: project.id } }))
  const { data: invitations, error, refetch } = query
  return (
    <Panel title={t.settings.invitations}>
      {mayManage(project) && <InviteForm />}
      {invitations?.length === 0 && <p className="p-4 text-muted">{t.settings.noInvitations}</p>}
      {invitations && invitations.length > 0 && (
        <ul aria-label={t.settings.invitations} className="divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {!invitations && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} />)}
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { NoRight } from '../../../shared/no-right.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { LeaveProject } from './leave-project.js'
import { MemberRow } from './member-row.js'

/** The members of the project with their roles. */
export function MembersPanel() {
  const project = useProject()
  const { data: members, error, refetch } = useQuery(read('GET /projects/:id/members', { params: { id: project.id } }))
  return (
    <Panel title={t.settings.parts.members}>
      {!mayManage(project) && (
        <div className="border-b border-line px-4 py-3">
          <NoRight />
        </div>
      )}
      {members && (
        <ul aria-label={t.settings.parts.members} className="divide-y divide-line">
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} />
          ))}
        </ul>
      )}
      {!members && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />)}
      <LeaveProject />
    </Panel>
  )
}

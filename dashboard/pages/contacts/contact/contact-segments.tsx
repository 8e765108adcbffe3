import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Shapes } from 'lucide-react'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { useProjectId } from '../../../session/project.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'

/** The segments that a contact is in. */
export function ContactSegments({ contactId }: { contactId: string }) {
  const projectId = useProjectId()
  const query = useQuery(read('GET /contacts/:id/segments', { projectId, params: { id: contactId } }))
  const segments = query.data?.data
  return (
    <Panel>
      {segments?.length === 0 && (
        <EmptyState icon={Shapes} sketch="groups" title={t.contacts.tabs.segments} text={t.contacts.noSegments} />
      )}
      {segments && segments.length > 0 && (
        <ul className="divide-y divide-line">
          {segments.map(({ id, name, type }) => (
            <li key={id} className="flex flex-wrap gap-x-3 px-4 py-2">
              <Link
                to="/p/$projectId/segments/$segmentId"
                params={{ projectId, segmentId: id }}
                className="min-w-0 font-medium break-words underline-offset-2 hover:underline"
              >
                {name}
              </Link>
              <span className="text-muted">{t.contacts.segmentTypes[type]}</span>
            </li>
          ))}
        </ul>
      )}
      {!segments &&
        (query.error ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={3} />
        ))}
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Panel } from '../../ui/panel.js'

const POLL_MS = 15_000

/** What somebody should look at; nothing where all is well. */
export function Attention() {
  const projectId = useProjectId()
  const refetchInterval = every(POLL_MS)
  const { data: security } = useQuery({
    ...read('GET /projects/:id/security', { params: { id: projectId } }),
    refetchInterval,
  })
  const { data: failed } = useQuery({
    ...read('GET /executions', { projectId, query: { status: 'FAILED', limit: 1 } }),
    refetchInterval,
  })
  const count = failed?.total ?? 0
  const notes = [
    ...(security ? [...security.status.violations, ...security.status.warnings] : []),
    ...(count > 0 ? [t.home.failedExecutions(count, formatNumber(count))] : []),
  ]
  if (notes.length === 0) return null
  return (
    <Panel title={t.home.attention} isPadded>
      <ul className="flex flex-col gap-2">
        {notes.map((note) => (
          <li key={note} className="flex items-start gap-2">
            <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
            <span className="min-w-0 break-words">{note}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

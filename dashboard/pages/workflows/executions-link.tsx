import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'

/** A number of executions, which leads to them; failures stand out. */
export function ExecutionsLink({ id, count, status }: { id: string; count: number; status: 'ACTIVE' | 'FAILED' }) {
  const projectId = useProjectId()
  if (count === 0) return <span className="text-muted">0</span>
  const label = status === 'ACTIVE' ? t.workflows.showActive : t.workflows.showFailed
  return (
    <Link
      to="/p/$projectId/workflows/$workflowId/executions"
      params={{ projectId, workflowId: id }}
      search={{ status }}
      aria-label={label(formatNumber(count))}
      className={`inline-block min-w-6 py-0.5 underline-offset-2 hover:underline ${status === 'FAILED' ? 'font-medium text-bad' : ''}`}
    >
      {formatNumber(count)}
    </Link>
  )
}

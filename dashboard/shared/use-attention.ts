import { useQuery } from '@tanstack/react-query'
import { every } from '../api/polling.js'
import { read } from '../api/query.js'
import { useProjectId } from '../session/project.js'
import { ofDomains, ofFailed, ofQuotas, ofReputation, type AttentionItem } from './attention.js'

const POLL_MS = 60_000
const MOST_FAILED = 50
const MOST_WORKFLOWS = 100

/** What somebody should look at in the project; nothing while nobody knows. */
export function useAttention(): AttentionItem[] {
  const projectId = useProjectId()
  const refetchInterval = every(POLL_MS)
  const params = { id: projectId }
  const security = useQuery({ ...read('GET /projects/:id/security', { params }), refetchInterval })
  const quotas = useQuery({ ...read('GET /projects/:id/quotas', { params }), refetchInterval })
  const domains = useQuery({
    ...read('GET /domains/project/:projectId', { projectId, params: { projectId } }),
    refetchInterval,
  })
  const failed = useQuery({
    ...read('GET /executions', { projectId, query: { status: 'FAILED', limit: MOST_FAILED } }),
    refetchInterval,
  })
  const executions = failed.data?.data ?? []
  const workflows = useQuery({
    ...read('GET /workflows', { projectId, query: { pageSize: MOST_WORKFLOWS } }),
    enabled: executions.length > 0,
  })
  const names = new Map(workflows.data?.data.map(({ id, name }) => [id, name]))
  return [
    ...(security.data ? ofReputation(security.data) : []),
    ...ofFailed(executions, names, new Date()),
    ...ofDomains(domains.data ?? []),
    ...(quotas.data ? ofQuotas(quotas.data) : []),
  ]
}

import { useQueries, useQuery } from '@tanstack/react-query'
import { every } from '../api/polling.js'
import { read } from '../api/query.js'
import { useProjectId } from '../session/project.js'
import { ofDomains, ofFailed, ofQuotas, ofReputation, type AttentionItem } from './attention.js'

const POLL_MS = 60_000
const MOST_FAILED = 50
const MOST_WORKFLOWS = 100
// So many names are asked for one by one, where the list of workflows ends before them.
const MOST_NAMES = 10

/** The issues of the project that need attention; none while they are unknown. */
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
  const names = useNames(projectId, failed.data?.data ?? [])
  return [
    ...(security.data ? ofReputation(security.data) : []),
    ...(failed.data ? ofFailed(failed.data, names, new Date()) : []),
    ...ofDomains(domains.data ?? []),
    ...(quotas.data ? ofQuotas(quotas.data) : []),
  ]
}

/** The names of the workflows that executions belong to. */
function useNames(projectId: string, executions: readonly { workflowId: string }[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...read('GET /workflows', { projectId, query: { pageSize: MOST_WORKFLOWS } }),
    enabled: executions.length > 0,
  })
  const names = new Map(data?.data.map(({ id, name }) => [id, name]))
  const ids = [...new Set(executions.map(({ workflowId }) => workflowId))]
  const missing = data ? ids.filter((id) => !names.has(id)).slice(0, MOST_NAMES) : []
  const others = useQueries({
    queries: missing.map((id) => read('GET /workflows/:id', { projectId, params: { id } })),
  })
  for (const { data: workflow } of others) if (workflow) names.set(workflow.id, workflow.name)
  return names
}

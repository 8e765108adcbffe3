import type { Answer } from '../api/client.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'

/** The page that shows the issue. */
export type AttentionTarget =
  | { page: 'executions'; workflowId: string }
  | { page: 'domain'; domainId: string }
  | { page: 'analytics' | 'settings' }

/** An issue that needs attention. */
export interface AttentionItem {
  id: string
  text: string
  target: AttentionTarget
}

type Execution = Pick<Answer<'GET /executions'>['data'][number], 'workflowId' | 'startedAt' | 'completedAt'>
type Domain = Pick<
  Answer<'GET /domains/project/:projectId'>[number],
  'id' | 'domain' | 'status' | 'verified' | 'records'
>
type Quotas = Answer<'GET /projects/:id/quotas'>

const RECENT_MS = 7 * 86_400_000
/** A limit is near its end from this share on. */
const NEAR = 0.8

/** The executions that failed last, the newest first; `hasMore` where there are older ones than these. */
export interface FailedExecutions {
  data: readonly Execution[]
  hasMore: boolean
}

/** The workflows of which executions failed in the last days, with how many: at least, where not all were read. */
export function ofFailed(
  { data: failed, hasMore }: FailedExecutions,
  names: ReadonlyMap<string, string>,
  now: Date,
): AttentionItem[] {
  const recent = failed.filter(
    ({ startedAt, completedAt }) => now.getTime() - Date.parse(completedAt ?? startedAt) <= RECENT_MS,
  )
  const counts = new Map<string, number>()
  for (const { workflowId } of recent) counts.set(workflowId, (counts.get(workflowId) ?? 0) + 1)
  // An execution that began long ago may have failed today, so older ones can count too.
  const textOf = hasMore ? t.attention.failedAtLeast : t.attention.failed
  return [...counts].map(([workflowId, count]) => ({
    id: `failed ${workflowId}`,
    text: textOf(count, formatNumber(count), names.get(workflowId)),
    target: { page: 'executions', workflowId },
  }))
}

/**
 * The domains that failed, or whose proof is missing from DNS. For the DKIM records the status of the provider decides.
 */
export function ofDomains(domains: readonly Domain[]): AttentionItem[] {
  return domains.flatMap(({ id, domain, status, verified, records }): AttentionItem[] => {
    const isLosing = verified && records.some((record) => record.purpose === 'OWNERSHIP' && !record.verified)
    if (status !== 'FAILED' && !isLosing) return []
    const text = isLosing ? t.attention.domainLosing(domain) : t.attention.domainFailed(domain)
    return [{ id: `domain ${id}`, text, target: { page: 'domain', domainId: id } }]
  })
}

/** The violations and warnings of the project's reputation. */
export function ofReputation({ status }: Pick<Answer<'GET /projects/:id/security'>, 'status'>): AttentionItem[] {
  return [...status.violations, ...status.warnings].map((text) => ({ id: text, text, target: { page: 'analytics' } }))
}

/** The limits that are near their end. */
export function ofQuotas(quotas: Quotas): AttentionItem[] {
  return (Object.keys(t.attention.quotas) as (keyof Quotas)[]).flatMap((name): AttentionItem[] => {
    const { limit, used } = quotas[name]
    if (limit === null || limit === 0 || used < limit * NEAR) return []
    const text = t.attention.quota(t.attention.quotas[name], formatNumber(Math.round((100 * used) / limit)))
    return [{ id: `quota ${name}`, text, target: { page: 'settings' } }]
  })
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { mayManage, useProject } from '../../../session/project.js'
import { configQuery } from '../../../session/user.js'
import { isAudienceWhole, type CampaignFields } from '../composer/draft.js'
import { countedAudience, countQuery } from '../composer/audience-count-of.js'
import type { Asked, ReviewFacts } from './checks.js'
import { useMissing } from './use-missing.js'

/** Requests the facts of the project and of the audience that the review needs. */
export function useReviewFacts(
  value: CampaignFields,
): Omit<ReviewFacts, 'unfinished' | 'isSaved' | 'isSaving' | 'isTested' | 'now'> {
  const { id: projectId } = useProject()
  const preview = useQuery(previewQuery(projectId, value))
  const hasAudience = isAudienceWhole(value)
  const audience = useQuery({ ...countQuery(projectId, countedAudience(value)), enabled: hasAudience })
  const security = useQuery(read('GET /projects/:id/security', { params: { id: projectId } }))
  return {
    value,
    findings: asked(preview, ({ findings }) => findings),
    audience: hasAudience ? asked(audience, (count) => count) : 'failed',
    missing: useMissing(value, preview.isError ? 'failed' : preview.data?.variables),
    security: asked(security, (one) => one),
    limit: useLimit(),
    ...useLast(projectId),
  }
}

/** The last completely sent campaign, and its rate. */
function useLast(projectId: string): Pick<ReviewFacts, 'last' | 'pace'> {
  const newest = { status: 'SENT', sort: 'updatedAt', dir: 'desc', pageSize: 1 } as const
  const list = useQuery(read('GET /campaigns', { projectId, query: newest }))
  const id = list.data?.data[0]?.id
  const stats = useQuery({
    ...read('GET /campaigns/:id/stats', { projectId, params: { id: id ?? '' } }),
    enabled: id !== undefined,
  })
  const isFirst = list.data !== undefined && id === undefined
  return {
    last: asked(list, ({ data }) => data[0] ?? null),
    pace: isFirst ? null : asked(stats, ({ recipientsPerSecond }) => recipientsPerSecond),
  }
}

function useLimit(): ReviewFacts['limit'] {
  const project = useProject()
  const config = useQuery(configQuery)
  const hasBilling = config.data?.features.billing.enabled === true
  const isShown = hasBilling && mayManage(project)
  const limits = useQuery({
    ...read('GET /users/@me/projects/:id/billing-limits', { params: { id: project.id } }),
    enabled: isShown,
  })
  if (config.data && !hasBilling) return null
  if (config.data && !isShown) return 'hidden'
  return config.isError ? 'failed' : asked(limits, ({ campaigns }) => campaigns)
}

function asked<T, R>({ data, isError }: Pick<UseQueryResult<T>, 'data' | 'isError'>, read: (data: T) => R): Asked<R> {
  if (data !== undefined) return read(data)
  return isError ? 'failed' : 'pending'
}

/** The query for the message as it is sent now. */
export function previewQuery(projectId: string, { subject, body, type, from, fromName, replyTo }: CampaignFields) {
  const draft = { subject, body, type, from: from || null, fromName: fromName || null, replyTo: replyTo || null }
  return {
    queryKey: [projectId, 'POST /preview', draft] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call('POST /preview', { projectId, body: draft }, { signal }),
  }
}

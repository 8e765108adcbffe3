import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { call, type Answer, type Input } from '../../../api/client.js'
import type { CountedAudience } from '../../../shared/counted-audience.js'
import type { CampaignFields } from './draft.js'

/** The size of an audience, and the number of contacts that the campaign reaches. */
export type AudienceCount = Answer<'POST /audiences/count'>

type Body = Input<'POST /audiences/count'>['body']

const STALE_MS = 30_000

/** The audience of a campaign in the form that the count takes. */
export function countedAudience({
  type,
  audienceType,
  segmentId,
  audienceCondition,
}: Pick<CampaignFields, 'type' | 'audienceType' | 'segmentId' | 'audienceCondition'>): Required<CountedAudience> {
  return {
    condition: audienceType === 'FILTERED' ? (audienceCondition as ConditionTree | null) : null,
    segmentId: audienceType === 'SEGMENT' ? segmentId : null,
    type,
  }
}

/** The query that counts an audience. */
export function countQuery(projectId: string, body: Body) {
  return {
    queryKey: [projectId, 'POST /audiences/count', body] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call('POST /audiences/count', { projectId, body }, { signal }),
    staleTime: STALE_MS,
  }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Answer, type Input } from '../../../api/client.js'
import { missingAudience } from '../../../../models/domain/campaign-audience.js'
import { useProjectId } from '../../../session/project.js'
import { useSettled } from '../../../shared/use-settled.js'
import type { CampaignFields } from './draft.js'

const REST_MS = 500
const STALE_MS = 30_000

/** How many contacts an audience has, and how many of them are reached. */
export type AudienceCount = Answer<'POST /audiences/count'>

type AudienceFields = Pick<CampaignFields, 'type' | 'audienceType' | 'segmentId' | 'audienceCondition'>

/** The count of an audience as far as it has come. */
export interface CountedAudience {
  /** The last count; undefined without one, and where the audience is not chosen yet. */
  count: AudienceCount | undefined
  isStale: boolean
  isChosen: boolean
  error: unknown
  retry: () => void
}

/** The audience as the API counts it. */
export function countedBody({ type, audienceType, segmentId, audienceCondition }: AudienceFields) {
  const body: Input<'POST /audiences/count'>['body'] = { type }
  if (audienceType === 'SEGMENT') return { ...body, segmentId }
  if (audienceType === 'FILTERED') return { ...body, condition: audienceCondition }
  return body
}

/** The query that counts an audience. */
export function countQuery(projectId: string, body: Input<'POST /audiences/count'>['body']) {
  return {
    queryKey: [projectId, 'POST /audiences/count', body] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call('POST /audiences/count', { projectId, body }, { signal }),
    staleTime: STALE_MS,
  }
}

/** Counts an audience that is being chosen, a moment after it was changed. */
export function useAudienceCount(fields: AudienceFields): CountedAudience {
  const projectId = useProjectId()
  const isChosen = missingAudience(fields) === null
  const text = JSON.stringify(countedBody(fields))
  const settled = useSettled(text, REST_MS)
  const query = useQuery({
    ...countQuery(projectId, JSON.parse(settled) as ReturnType<typeof countedBody>),
    placeholderData: keepPreviousData,
    enabled: isChosen && settled === text,
  })
  return {
    count: isChosen ? query.data : undefined,
    isStale: settled !== text || query.isPlaceholderData,
    isChosen,
    error: isChosen ? query.error : null,
    retry: () => void query.refetch(),
  }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { call, type Answer, type Input } from '../api/client.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { join } from '../ui/join.js'
import { Skeleton } from '../ui/skeleton.js'
import { AudienceBar } from './audience-bar.js'
import { AudienceSample } from './audience-sample.js'
import { errorsOf } from './condition-builder/errors.js'
import type { CountedAudience } from './counted-audience.js'
import { Failure } from './failure.js'
import { useDebounced } from './use-debounced.js'

const REST_MS = 500

type Body = Input<'POST /audiences/count'>['body']

interface AudienceCountProps {
  audience: CountedAudience
  hasSample?: boolean
  /** Called when the contacts of a part are opened. */
  onOpen?: () => void
}

/** The size of an audience that is being edited, how many of its contacts get mail, and ten of them. */
export function AudienceCount({ audience, hasSample = true, onOpen }: AudienceCountProps) {
  const { condition = null } = audience
  const isWhole = condition === null || errorsOf(condition).length === 0
  const { query, isCurrent, isOfAudience } = useAudienceCount(audience, isWhole)
  const { data, error } = query
  if (!data && error) return <Failure error={error} onRetry={() => void query.refetch()} />
  if (!data) return isWhole ? <Waiting /> : <p className="text-muted">{t.audience.unfinished}</p>
  return (
    <div aria-busy={!isCurrent} className="flex flex-col gap-3">
      <Total count={data} isStale={!isCurrent} />
      <AudienceBar
        count={data}
        audience={isOfAudience ? audience : null}
        isTransactional={audience.type === 'TRANSACTIONAL'}
        isStale={!isCurrent}
        onOpen={onOpen}
      />
      {!isWhole && <p className="text-muted">{t.audience.unfinished}</p>}
      {error ? <Failure error={error} onRetry={() => void query.refetch()} /> : null}
      {hasSample && <AudienceSample contacts={data.sample} condition={condition} />}
    </div>
  )
}

/** The count of an audience once it has rested; `isWhole` is false while it cannot be counted. */
export function useAudienceCount(audience: CountedAudience, isWhole: boolean) {
  const projectId = useProjectId()
  const { condition = null, segmentId = null, type = 'MARKETING' } = audience
  const body: Body = { condition, segmentId, type }
  const written = useDebounced(JSON.stringify(body), REST_MS)
  const debounced = JSON.parse(written) as Body
  const isDebounced = written === JSON.stringify(body)
  const query = useQuery({
    queryKey: [projectId, 'POST /audiences/count', debounced],
    queryFn: ({ signal }) => call('POST /audiences/count', { projectId, body: debounced }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isWhole && (condition === null || errorsOf(debounced.condition as ConditionTree | null).length === 0),
  })
  const isOfAudience = isDebounced && isWhole && !query.isPlaceholderData
  return { query, isOfAudience, isCurrent: isOfAudience && !query.isFetching }
}

interface TotalProps {
  count: Answer<'POST /audiences/count'>
  /** The count is that of the audience before it changed. */
  isStale: boolean
}

// The colour for what is less important keeps its contrast, which a faded text would lose.
function Total({ count: { total, exact }, isStale }: TotalProps) {
  const number = formatNumber(total)
  return (
    <p role="status" className={join(isStale && 'text-muted')}>
      <span className="text-figure font-semibold">{exact ? number : t.audience.about(number)}</span>{' '}
      {t.audience.contacts(total)}
    </p>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={t.common.loading} className="flex flex-col gap-3">
      <Skeleton className="h-8 w-24" />
      <Skeleton className="h-3" />
      <Skeleton className="h-16" />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert, type LucideIcon } from 'lucide-react'
import { REPUTATION_LIMITS, type ReputationLevel, type ReputationMeasure } from '../../../models/domain/reputation.js'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatExactRate, formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { StatusBadge, type Tone } from '../../ui/badge.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'

type Security = Answer<'GET /projects/:id/security'>

const VARIANTS: Record<ReputationLevel, [Tone, LucideIcon]> = {
  healthy: ['good', CircleCheck],
  warning: ['warn', TriangleAlert],
  critical: ['bad', CircleAlert],
}
const MEASURES = Object.keys(REPUTATION_LIMITS) as ReputationMeasure[]

/** The rates of bounces and complaints beside the limits that endanger the project. */
export function Reputation() {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(read('GET /projects/:id/security', { params: { id: projectId } }))
  return (
    <Panel title={t.analytics.reputation} isPadded={data !== undefined}>
      {data && (
        <>
          <p className="mb-3 text-muted">{t.analytics.reputationText}</p>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2">
            {MEASURES.map((measure) => (
              <li key={measure}>
                <Measure measure={measure} security={data} />
              </li>
            ))}
          </ul>
        </>
      )}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
    </Panel>
  )
}

function Measure({ measure, security: { status, levels } }: { measure: ReputationMeasure; security: Security }) {
  const { warning, critical } = REPUTATION_LIMITS[measure]
  const counts = measure.endsWith('7Day') ? status.sevenDay : status.allTime
  const [rate, count] = measure.startsWith('bounce')
    ? [counts.bounceRate, counts.bounces]
    : [counts.complaintRate, counts.complaints]
  const [tone, icon] = VARIANTS[levels[measure]]
  const text = t.analytics.rateOf(formatExactRate(rate), formatNumber(count), formatNumber(counts.total))
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{t.analytics.measures[measure]}</span>
        <StatusBadge tone={tone} icon={icon} label={t.analytics.levels[levels[measure]]} />
      </div>
      <div aria-hidden className="relative my-1.5 h-2 overflow-hidden rounded-full bg-raised">
        <div
          className="h-full rounded-full bg-control"
          style={{ width: `${Math.min(100, (100 * rate) / critical)}%` }}
        />
        <div className="absolute inset-y-0 w-0.5 bg-warn" style={{ left: `${(100 * warning) / critical}%` }} />
      </div>
      <p className="tabular-nums">{text}</p>
      <p className="text-small text-muted">{t.analytics.limits(formatExactRate(warning), formatExactRate(critical))}</p>
    </>
  )
}

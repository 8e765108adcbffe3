import { CircleAlert, CircleCheck, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReputationLevel } from '../../../../models/domain/reputation.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { StatusBadge, type Tone } from '../../../ui/badge.js'

const VARIANTS: Record<ReputationLevel, [Tone, LucideIcon]> = {
  healthy: ['good', CircleCheck],
  warning: ['warn', TriangleAlert],
  critical: ['bad', CircleAlert],
}

/** One rate with its base, its level, and the levels from which it is too high. */
export function Measure({
  label,
  rate,
  count,
  total,
  level,
  limits,
}: {
  label: string
  rate: number
  count: number
  total: number
  level: ReputationLevel
  limits: { warning: number; critical: number }
}) {
  const [tone, icon] = VARIANTS[level]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <div className="font-medium">{label}</div>
        <div className="text-muted tabular-nums">
          {t.settings.rate(formatNumber(rate), formatNumber(count), formatNumber(total))}
        </div>
      </div>
      <div className="text-small text-muted">{t.settings.limits(limits.warning, limits.critical)}</div>
      <div className="w-24">
        <StatusBadge tone={tone} icon={icon} label={t.settings.levels[level]} />
      </div>
    </li>
  )
}

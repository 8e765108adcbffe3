import { CircleAlert, TriangleAlert } from 'lucide-react'
import { stateOfLimit } from '../../../../models/domain/billing.js'
import { t } from '../../../messages/index.js'
import { ProgressBar } from '../../../ui/progress-bar.js'

/** The used share of a limit; without a limit the number alone. A text warns when the limit is near. */
export function UsageBar({
  label,
  used,
  limit,
  format,
}: {
  label: string
  used: number
  limit: number | null
  format: (count: number) => string
}) {
  const { isWarning, isBlocked } = stateOfLimit(limit, used)
  if (limit === null) {
    return (
      <div className="flex flex-wrap justify-between gap-x-3">
        <span>{label}</span>
        <span className="text-muted tabular-nums">{t.settings.usedWithoutLimit(format(used))}</span>
      </div>
    )
  }
  const Icon = isBlocked ? CircleAlert : TriangleAlert
  return (
    <div>
      <ProgressBar label={label} value={used} total={limit} note={t.settings.usedOf(format(used), format(limit))} />
      {isWarning && (
        <p className={`mt-1 flex items-center gap-1 text-small ${isBlocked ? 'text-bad' : 'text-warn'}`}>
          <Icon aria-hidden size={14} />
          {isBlocked ? t.settings.limitReached : t.settings.limitNear}
        </p>
      )}
    </div>
  )
}

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { BILLING_CATEGORIES } from '../../../../models/domain/billing.js'
import { read } from '../../../api/query.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { LimitsDialog } from './limits-dialog.js'
import { UsageBar } from './usage-bar.js'

/** The emails of this month by their kind, each against its limit. */
export function MonthPanel() {
  const id = useProjectId()
  const [isChanging, setChanging] = useState(false)
  const { data, error, refetch } = useQuery(read('GET /users/@me/projects/:id/billing-limits', { params: { id } }))
  return (
    <Panel
      title={t.settings.month}
      isPadded={data !== undefined}
      action={data && <Button onClick={() => setChanging(true)}>{t.settings.changeLimits}</Button>}
    >
      {data && (
        <>
          <p className="mb-3 text-muted">{t.settings.monthText}</p>
          <div className="flex flex-col gap-4">
            {BILLING_CATEGORIES.map((category) => (
              <UsageBar
                key={category}
                label={t.settings.categories[category]}
                used={data[category].usage}
                limit={data[category].limit}
                format={formatNumber}
              />
            ))}
          </div>
        </>
      )}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
      {data && isChanging && <LimitsDialog limits={data} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { QUOTA_KINDS, type QuotaKind } from '../../../../models/domain/quotas.js'
import { read } from '../../../api/query.js'
import { formatBytes, formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { UsageBar } from './usage-bar.js'

/** The quotas of the project, with their usage. */
export function QuotasPanel() {
  const id = useProjectId()
  const { data, error, refetch } = useQuery(read('GET /projects/:id/quotas', { params: { id } }))
  return (
    <Panel title={t.settings.quotas} isPadded={data !== undefined}>
      {data && (
        <>
          <p className="mb-3 text-muted">{t.settings.quotasText}</p>
          <div className="grid gap-x-8 gap-y-4 wide:grid-cols-2">
            {QUOTA_KINDS.map((kind) => (
              <UsageBar key={kind} label={t.settings.quotaKinds[kind]} {...data[kind]} format={formatOf(kind)} />
            ))}
          </div>
        </>
      )}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
    </Panel>
  )
}

function formatOf(kind: QuotaKind): (count: number) => string {
  return kind === 'uploads' ? formatBytes : formatNumber
}

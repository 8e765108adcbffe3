import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { DefinitionList } from '../../ui/definition-list.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'

type Security = Answer<'GET /projects/:id/security'>

/** The bounces and complaints of the project, and whether they endanger it. */
export function SecurityPanel() {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(read('GET /projects/:id/security', { params: { id: projectId } }))
  return (
    <Panel title={t.settings.security} isPadded={data !== undefined}>
      {data && <Rates security={data} />}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
    </Panel>
  )
}

function Rates({ security: { status, levels } }: { security: Security }) {
  const { sevenDay, allTime, violations, warnings } = status
  const row = (rate: number, count: number, total: number, level: keyof typeof t.settings.levels) =>
    t.settings.rate(formatRate(rate), formatNumber(count), formatNumber(total), t.settings.levels[level])
  return (
    <>
      <p className="mb-3 text-muted">{t.settings.securityText}</p>
      <DefinitionList
        items={[
          [t.settings.bounces7, row(sevenDay.bounceRate, sevenDay.bounces, sevenDay.total, levels.bounce7Day)],
          [t.settings.bounces, row(allTime.bounceRate, allTime.bounces, allTime.total, levels.bounceAllTime)],
          [
            t.settings.complaints7,
            row(sevenDay.complaintRate, sevenDay.complaints, sevenDay.total, levels.complaint7Day),
          ],
          [
            t.settings.complaints,
            row(allTime.complaintRate, allTime.complaints, allTime.total, levels.complaintAllTime),
          ],
        ]}
      />
      {[...violations, ...warnings].map((text) => (
        <p key={text} className="mt-2 text-warn">
          {text}
        </p>
      ))}
    </>
  )
}

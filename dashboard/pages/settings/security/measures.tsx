import {
  LEAST_CASES,
  LEAST_SENT,
  REPUTATION_LIMITS,
  type ReputationMeasure,
} from '../../../../models/domain/reputation.js'
import type { Answer } from '../../../api/client.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Measure } from './measure.js'

type Security = Answer<'GET /projects/:id/security'>

/** The four rates by which a project is judged, each against the levels from which it is warned and disabled. */
export function Measures({ security: { status, levels, judged } }: { security: Security }) {
  const { sevenDay, allTime, violations, warnings } = status
  const measures: readonly [ReputationMeasure, rate: number, count: number, total: number][] = [
    ['bounce7Day', sevenDay.bounceRate, sevenDay.bounces, sevenDay.total],
    ['bounceAllTime', allTime.bounceRate, allTime.bounces, allTime.total],
    ['complaint7Day', sevenDay.complaintRate, sevenDay.complaints, sevenDay.total],
    ['complaintAllTime', allTime.complaintRate, allTime.complaints, allTime.total],
  ]
  return (
    <>
      <ul aria-label={t.settings.security} className="divide-y divide-line">
        {measures.map(([measure, rate, count, total]) => (
          <Measure
            key={measure}
            label={t.settings.measures[measure]}
            rate={rate}
            count={count}
            total={total}
            level={levels[measure]}
            limits={REPUTATION_LIMITS[measure]}
          />
        ))}
      </ul>
      <div className="border-t border-line p-4">
        <p className="text-muted">
          {t.settings.securityText(
            formatNumber(LEAST_SENT),
            formatNumber(LEAST_CASES.bounces),
            formatNumber(LEAST_CASES.complaints),
          )}
        </p>
        {judged.allTime.total < allTime.total && (
          <p className="mt-2 text-muted">{t.settings.judgedText(formatNumber(judged.allTime.total))}</p>
        )}
        {[...violations, ...warnings].map((text) => (
          <p key={text} className="mt-2 text-warn">
            {text}
          </p>
        ))}
      </div>
    </>
  )
}

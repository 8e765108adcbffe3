import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { countDays, daysAfter } from '../../../models/domain/calendar.js'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { changeOf, shareOf } from '../../shared/change-of.js'
import { Change } from '../../shared/change.js'
import { useProjectId } from '../../session/project.js'
import { Stat } from '../../ui/stat.js'
import { OUTCOMES, totalsOf } from './mail-totals.js'
import type { OriginSearch } from './origin.js'
import type { Range } from './range.js'

interface TotalsProps {
  days: Answer<'GET /analytics/timeseries'> | undefined
  range: Range
  origin: OriginSearch
}

/** The counts of the whole range, each with its share of the sent emails and the change from as many days before. */
export function Totals({ days, range, origin }: TotalsProps) {
  const totals = days && totalsOf(days)
  const before = useTotalsBefore(range, origin)
  const sent = totals && formatNumber(totals.emails)
  return (
    <section aria-label={t.analytics.totals} className="grid grid-cols-2 gap-3 wide:grid-cols-3">
      <Stat
        label={t.analytics.sent}
        value={sent}
        note={
          <>
            {t.analytics.noTests}
            {totals && before && <Change percent={changeOf(totals.emails, before.emails)} />}
          </>
        }
      />
      {OUTCOMES.map(({ field, label, growth }) => {
        const share = totals && shareOf(totals[field], totals.emails)
        return (
          <Stat
            key={field}
            label={label}
            value={totals && formatNumber(totals[field])}
            note={
              share !== undefined && (
                <>
                  {t.analytics.ofSent(formatRate(share), sent ?? '')}
                  {before && (
                    <Change percent={changeOf(share, shareOf(before[field], before.emails))} growth={growth} />
                  )}
                </>
              )
            }
          />
        )
      })}
    </section>
  )
}

/** The counts of as many days before the range. */
function useTotalsBefore({ startDate, endDate }: Range, origin: OriginSearch) {
  const projectId = useProjectId()
  const days = countDays(startDate, endDate)
  const before = { startDate: daysAfter(startDate, -days), endDate: daysAfter(startDate, -1) }
  const { data, isPlaceholderData } = useQuery({
    ...read('GET /analytics/timeseries', { projectId, query: { ...before, ...origin } }),
    placeholderData: keepPreviousData,
  })
  return data && !isPlaceholderData ? totalsOf(data) : undefined
}

import type { Answer } from '../../api/client.js'
import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Stat } from '../../ui/stat.js'
import { OUTCOMES, totalsOf } from './mail-totals.js'

/** The counts of the whole range, each with its share of the sent emails. */
export function Totals({ days }: { days: Answer<'GET /analytics/timeseries'> | undefined }) {
  const totals = days && totalsOf(days)
  const sent = totals && formatNumber(totals.emails)
  return (
    <section aria-label={t.analytics.totals} className="grid grid-cols-2 gap-3 wide:grid-cols-3">
      <Stat label={t.analytics.sent} value={sent} note={t.analytics.noTests} />
      {OUTCOMES.map(({ field, label }) => (
        <Stat
          key={field}
          label={label}
          value={totals && formatNumber(totals[field])}
          note={totals && t.analytics.ofSent(formatRate(shareOf(totals[field], totals.emails)), sent ?? '')}
        />
      ))}
    </section>
  )
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole
}

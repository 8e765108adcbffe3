import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { Chart } from '../../shared/chart/chart.js'
import type { ChartSeries } from '../../shared/chart/series.js'
import type { MailCount } from './mail-totals.js'

type Days = Answer<'GET /analytics/timeseries'>

const MAIL = {
  emails: t.analytics.sent,
  delivered: t.analytics.delivered,
  opens: t.analytics.opened,
  clicks: t.analytics.clicked,
}
const TROUBLE = { bounces: t.analytics.bounced, complaints: t.analytics.complained }

/** Charts of the mail of each day, and of bounces and complaints. */
export function MailCharts({ days }: { days: Days }) {
  return (
    <>
      <Chart label={t.analytics.mailChart} unit={t.analytics.mailUnit} kind="line" series={seriesOf(days, MAIL)} />
      <Chart
        label={t.analytics.troubleChart}
        unit={t.analytics.troubleUnit}
        kind="bar"
        series={seriesOf(days, TROUBLE)}
      />
    </>
  )
}

function seriesOf(days: Days, labels: Partial<Record<MailCount, string>>): ChartSeries[] {
  return Object.entries(labels).map(([id, label]) => ({
    id,
    label,
    points: days.map((day) => ({ at: day.date, value: day[id as MailCount] })),
  }))
}

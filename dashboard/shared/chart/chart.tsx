import { lazy, Suspense, useState } from 'react'
import { ChartLine, Download, Table2 } from 'lucide-react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Panel } from '../../ui/panel.js'
import { Skeleton } from '../../ui/skeleton.js'
import { saveCsv } from '../download.js'
import { ChartTable } from './chart-table.js'
import { SeriesSign } from './marks.js'
import { csvOf, fileNameOf, isDay, type ChartSeries } from './series.js'

// The code that draws is as large as a page: it is loaded when a chart is shown.
const Drawing = lazy(async () => ({ default: (await import('./chart-drawing.js')).ChartDrawing }))

interface ChartProps {
  /** The heading of the chart, and the name of its file. */
  label: string
  /** The lines or bars. The `at` of a point is a day (`YYYY-MM-DD`) or a date-time, the same kind in all of them. */
  series: readonly ChartSeries[]
  kind: 'line' | 'bar'
  /** The unit of the values, under the heading; such as "Emails a day". */
  unit?: string
  /** The words for a value; by default a number with its digits in groups. */
  format?: (value: number) => string
  /** The time zone in which date-times are shown; by default the browser's. Days have none. */
  zone?: string
}

/**
 * A panel with a chart of values over time. Its points are read out while the arrow keys walk along them, and it turns
 * into its table, or into a CSV file. Two series differ by their dashes, marks or stripes as well as by their colour.
 */
export function Chart({ label, series, kind, unit, format = formatNumber, zone }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const isEmpty = series.every(({ points }) => points.length === 0)
  const download = (): void => {
    const isOfDays = series.every(({ points }) => points.every(({ at }) => isDay(at)))
    saveCsv(fileNameOf(label), csvOf(isOfDays ? t.chart.day : t.chart.time, series))
  }
  const actions = !isEmpty && (
    <div className="flex flex-wrap justify-end gap-1">
      <Button
        variant="quiet"
        icon={isTable ? ChartLine : Table2}
        aria-label={isTable ? t.chart.showChartOf(label) : t.chart.showTableOf(label)}
        onClick={() => setTable(!isTable)}
      >
        {isTable ? t.chart.showChart : t.chart.showTable}
      </Button>
      <Button variant="quiet" icon={Download} aria-label={t.chart.csvOf(label)} onClick={download}>
        {t.chart.csv}
      </Button>
    </div>
  )
  const shown = { label, series, format, zone }
  return (
    <Panel title={label} action={actions} isPadded>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {unit && <p className="text-small text-muted">{unit}</p>}
        <Legend series={series} kind={kind} />
      </div>
      {isEmpty && <p className="py-8 text-center text-muted">{t.chart.empty}</p>}
      {!isEmpty && isTable && <ChartTable {...shown} />}
      {!isEmpty && !isTable && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <Drawing {...shown} kind={kind} />
        </Suspense>
      )}
    </Panel>
  )
}

function Legend({ series, kind }: { series: readonly ChartSeries[]; kind: 'line' | 'bar' }) {
  if (series.length < 2) return null
  return (
    <ul aria-label={t.chart.legend} className="flex flex-wrap gap-x-4 gap-y-1">
      {series.map(({ id, label }, index) => (
        <li key={id} className="flex items-center gap-1.5 text-small">
          <SeriesSign index={index} kind={kind} />
          {label}
        </li>
      ))}
    </ul>
  )
}

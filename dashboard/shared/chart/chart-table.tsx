import { t } from '../../messages/index.js'
import { formatAt } from './chart-times.js'
import { isDay, rowsOf, type ChartSeries } from './series.js'

interface ChartTableProps {
  label: string
  series: readonly ChartSeries[]
  format: (value: number) => string
  zone: string | undefined
}

/** The values of a chart in rows, the newest first. */
export function ChartTable({ label, series, format, zone }: ChartTableProps) {
  const rows = rowsOf(series).toReversed()
  const isOfDays = rows.every(({ at }) => isDay(at))
  return (
    // A region that scrolls is reached by the keyboard.
    <div tabIndex={0} role="region" aria-label={label} className="max-h-80 overflow-auto">
      <table className="w-full border-collapse tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-left text-small text-muted">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {isOfDays ? t.chart.day : t.chart.time}
            </th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col" className="px-3 py-1.5 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, values }) => (
            <tr key={at} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
                {formatAt(at, zone)}
              </th>
              {series.map(({ id }, index) => (
                <td key={id} className="px-3 py-1.5 text-right">
                  {values[index] === undefined ? t.common.none : format(values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

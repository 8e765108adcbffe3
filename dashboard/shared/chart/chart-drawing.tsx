import { useState } from 'react'
import { t } from '../../messages/index.js'
import { ChartAxes } from './chart-axes.js'
import { ChartColumns } from './chart-columns.js'
import { Bars, Line } from './chart-marks.js'
import { HEIGHT, ROOM, scalesOf } from './chart-scales.js'
import { formatAt } from './chart-times.js'
import { rowsOf, type ChartRow, type ChartSeries } from './series.js'
import { useWidth } from './use-width.js'

interface DrawingProps {
  label: string
  series: readonly ChartSeries[]
  kind: 'line' | 'bar'
  format: (value: number) => string
  zone: string | undefined
}

/** The chart itself: the arrow keys walk along its times, each of which says its values. */
export function ChartDrawing(props: DrawingProps) {
  const { label, series, format, zone } = props
  const { ref, width } = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const rows = rowsOf(series)
  const sentence = ({ at, values }: ChartRow): string => {
    const textOf = (value: number | undefined): string => (value === undefined ? t.common.none : format(value))
    const parts = series.map(({ label: name }, index) => t.chart.value(name, textOf(values[index])))
    return `${formatAt(at, zone)}: ${parts.join(', ')}`
  }
  const shown = active === null ? undefined : rows[active]
  return (
    // The labels at the ends reach into the padding of the panel; a drawing of the last width is cut off there.
    <div ref={ref} className="-mx-4 min-w-0 overflow-x-clip px-4">
      <svg width={width} height={HEIGHT} role="group" aria-label={label} className="overflow-visible">
        {width > 0 && (
          <Content {...props} rows={rows} width={width} active={active} onActive={setActive} sentence={sentence} />
        )}
      </svg>
      <p aria-hidden className="min-h-4 text-small text-muted tabular-nums">
        {shown ? sentence(shown) : t.chart.hint}
      </p>
    </div>
  )
}

interface ContentProps extends DrawingProps {
  rows: readonly ChartRow[]
  width: number
  active: number | null
  onActive: (row: number | null) => void
  sentence: (row: ChartRow) => string
}

function Content({ series, kind, format, zone, rows, width, active, onActive, sentence }: ContentProps) {
  const scales = scalesOf(rows, kind, width)
  const at = active === null ? undefined : rows[active]?.at
  return (
    <>
      <g aria-hidden className="text-muted">
        <ChartAxes rows={rows} scales={scales} width={width} format={format} zone={zone} />
        {at !== undefined && (
          <path d={`M${scales.x(Date.parse(at))},${ROOM.top}V${HEIGHT - ROOM.bottom}`} stroke="var(--color-control)" />
        )}
        {series.map(({ id, points }, index) =>
          kind === 'bar' ? (
            <Bars key={id} points={points} index={index} scales={scales} count={series.length} />
          ) : (
            <Line key={id} points={points} index={index} scales={scales} active={at} />
          ),
        )}
      </g>
      <ChartColumns rows={rows} scales={scales} active={active} onActive={onActive} sentence={sentence} />
    </>
  )
}

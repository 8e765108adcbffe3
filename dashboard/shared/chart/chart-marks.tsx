import { LinePath } from '@visx/shape'
import type { Scales } from './chart-scales.js'
import { BarShape, seriesStyle } from './marks.js'
import type { ChartSeries } from './series.js'

// More marks on a line hide it: then only that of the time pointed at is drawn.
const MOST_MARKS = 40
const BARS_SHARE = 0.8

interface MarksProps {
  points: ChartSeries['points']
  index: number
  scales: Scales
}

/** The line of a series. `active` is the time that is pointed at. */
export function Line({ points, index, scales: { x, y }, active }: MarksProps & { active: string | undefined }) {
  const { colour, dash, mark } = seriesStyle(index)
  const marked = points.length <= MOST_MARKS ? points : points.filter(({ at }) => at === active)
  return (
    <g className={colour}>
      <LinePath
        data={[...points]}
        x={({ at }) => x(Date.parse(at))}
        y={({ value }) => y(value)}
        stroke="currentColor"
        strokeWidth={2}
        strokeDasharray={dash}
        strokeLinejoin="round"
      />
      {marked.map(({ at, value }) => (
        <path key={at} d={mark} transform={`translate(${x(Date.parse(at))} ${y(value)})`} fill="currentColor" />
      ))}
    </g>
  )
}

/** The bars of a series, beside those of the others at the same time. */
export function Bars({ points, index, scales: { x, y, step }, count }: MarksProps & { count: number }) {
  const width = Math.max(1, (step * BARS_SHARE) / count)
  return points.map(({ at, value }) => (
    <BarShape
      key={at}
      index={index}
      x={x(Date.parse(at)) - (step * BARS_SHARE) / 2 + index * width}
      y={y(value)}
      width={width}
      height={Math.max(0, y(0) - y(value))}
    />
  ))
}

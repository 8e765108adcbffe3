import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { HEIGHT, ROOM, valuesOf, type Scales } from './chart-scales.js'
import { formatTick } from './chart-times.js'
import { labelledRows, type ChartRow } from './series.js'

const LABEL_PX = 76
const TICK_LABEL = { fill: 'currentColor', fontSize: 12, fontFamily: 'inherit' }
const AXIS = { stroke: 'var(--color-control)', tickStroke: 'var(--color-control)', tickLength: 4 }

interface AxesProps {
  rows: readonly ChartRow[]
  scales: Scales
  width: number
  format: (value: number) => string
  zone: string | undefined
}

/** The axes of a chart, with as many labels as there is room for. */
export function ChartAxes({ rows, scales: { x, y }, width, format, zone }: AxesProps) {
  const room = width - ROOM.left - ROOM.right
  const labelled = new Set(labelledRows(rows.length, Math.floor(room / LABEL_PX)))
  const ticks = rows.filter((_, index) => labelled.has(index)).map(({ at }) => Date.parse(at))
  const times = new Map(rows.map(({ at }) => [Date.parse(at), at]))
  const values = valuesOf(y)
  return (
    <>
      <GridRows scale={y} left={ROOM.left} width={room} tickValues={values} stroke="var(--color-line)" />
      <AxisLeft
        {...AXIS}
        scale={y}
        left={ROOM.left}
        tickValues={values}
        tickFormat={(value) => format(Number(value))}
        tickLabelProps={{ ...TICK_LABEL, dx: '-0.25em', dy: '0.3em', textAnchor: 'end' }}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        {...AXIS}
        scale={x}
        top={HEIGHT - ROOM.bottom}
        tickValues={ticks}
        tickFormat={(value) => formatTick(times.get(Number(value)) ?? '', zone)}
        tickLabelProps={{ ...TICK_LABEL, textAnchor: 'middle' }}
      />
    </>
  )
}

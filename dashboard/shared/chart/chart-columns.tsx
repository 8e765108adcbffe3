import type { KeyboardEvent } from 'react'
import { HEIGHT, ROOM, type Scales } from './chart-scales.js'
import { stepRow, type ChartRow } from './series.js'

interface ColumnsProps {
  rows: readonly ChartRow[]
  scales: Scales
  active: number | null
  onActive: (row: number | null) => void
  sentence: (row: ChartRow) => string
}

/** The places of the times: the pointer and the focus reach each of them. The tab key stops once at a chart. */
export function ChartColumns({ rows, scales: { x, step }, active, onActive, sentence }: ColumnsProps) {
  const walk = (event: KeyboardEvent<SVGElement>, row: number): void => {
    const next = stepRow(row, event.key, rows.length)
    if (next === null) return
    event.preventDefault()
    const place = event.currentTarget.parentElement?.children[next]
    if (place instanceof SVGElement) place.focus()
  }
  const stop = active ?? rows.length - 1
  return (
    <g onPointerLeave={() => onActive(null)}>
      {rows.map((row, index) => (
        <rect
          key={row.at}
          role="img"
          tabIndex={index === stop ? 0 : -1}
          aria-label={sentence(row)}
          x={x(Date.parse(row.at)) - step / 2}
          y={ROOM.top}
          width={step}
          height={HEIGHT - ROOM.top - ROOM.bottom}
          fill="transparent"
          onPointerEnter={() => onActive(index)}
          onFocus={() => onActive(index)}
          onKeyDown={(event) => walk(event, index)}
        />
      ))}
    </g>
  )
}

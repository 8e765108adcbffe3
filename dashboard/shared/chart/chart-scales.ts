import { scaleLinear } from '@visx/scale'
import type { ChartRow } from './series.js'

/** The height of every chart in pixels. */
export const HEIGHT = 240
/** The space of the axes. */
export const ROOM = { top: 8, right: 12, bottom: 28, left: 52 }

/** The positions of times and values in the drawing, and the distance between two times. */
export type Scales = ReturnType<typeof scalesOf>

/** The scales of a chart of a width. */
export function scalesOf(rows: readonly ChartRow[], kind: 'line' | 'bar', width: number) {
  const times = rows.map(({ at }) => Date.parse(at))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const [left, right] = [ROOM.left, width - ROOM.right]
  // A bar stands on both sides of its time.
  const aside = kind === 'bar' ? (right - left) / Math.max(2, rows.length * 2) : 8
  const x = scaleLinear({ domain: [first, Math.max(last, first + 1)], range: [left + aside, right - aside] })
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - ROOM.bottom, ROOM.top], nice: true })
  const step = (right - left - 2 * aside) / Math.max(1, rows.length - 1)
  return { x, y, step: rows.length === 1 ? right - left : step }
}

/** The values at the side of a chart of counts: no part of one. */
export function valuesOf(y: Scales['y']): number[] {
  return y.ticks(4).filter((value) => Number.isInteger(value))
}

import { writeTextLine } from '../../../models/domain/csv-line.js'

/** A value at a day (`YYYY-MM-DD`) or at a moment (a date-time in ISO 8601). */
export interface ChartPoint {
  at: string
  value: number
}

/** Values that belong together, under a name. */
export interface ChartSeries {
  id: string
  label: string
  points: readonly ChartPoint[]
}

/** The values of every series at one time; undefined where a series has none. */
export interface ChartRow {
  at: string
  values: readonly (number | undefined)[]
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether a time is a whole day. */
export const isDay = (at: string): boolean => DAY.test(at)

/** The times of all series in their order, each with the values at it. */
export function rowsOf(series: readonly ChartSeries[]): ChartRow[] {
  const maps = series.map(({ points }) => new Map(points.map(({ at, value }) => [at, value])))
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))]
  return times
    .sort((one, other) => Date.parse(one) - Date.parse(other))
    .map((at) => ({ at, values: maps.map((values) => values.get(at)) }))
}

/** The chart as a CSV file. */
export function csvOf(timeLabel: string, series: readonly ChartSeries[]): string {
  const head = [timeLabel, ...series.map(({ label }) => label)]
  const lines = rowsOf(series).map(({ at, values }) => [at, ...values.map((value) => (value ?? '').toString())])
  return [head, ...lines].map(writeTextLine).join('')
}

/** The name of the file of a chart, of letters and digits alone. */
export function fileNameOf(label: string): string {
  const name = label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${name.replaceAll(/^-|-$/g, '') || 'chart'}.csv`
}

/** The rows that get a label on the axis: as many as there is room for, evenly apart, the last one among them. */
export function labelledRows(count: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, room)))
  const last = count - 1
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => last - index * step).toReversed()
}

/** The row that a key moves the focus to; null for a key without a meaning in a chart. */
export function stepRow(row: number, key: string, count: number): number | null {
  const steps: Record<string, number> = { ArrowRight: row + 1, ArrowLeft: row - 1, Home: 0, End: count - 1 }
  const next = steps[key]
  return next === undefined ? null : Math.min(Math.max(next, 0), count - 1)
}

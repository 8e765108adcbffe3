import { daysAfter } from './calendar.js'

/** How many quarters of an hour a day in UTC has. */
export const QUARTERS = 96

const DAY_MS = 86_400_000
const QUARTER_MS = 900_000

// The quarters, besides full hours, at which a day begins in some time zone: at 02:30 UTC that of Newfoundland in
// summer, at 18:15 that of Nepal, at 18:30 that of India. A test compares them with the IANA database.
const DAY_BEGINS: ReadonlySet<number> = new Set([10, 14, 38, 41, 45, 54, 58, 61, 70, 73, 74, 78, 82])

/** A quarter of an hour: a day in UTC, as `YYYY-MM-DD`, and the number of the quarter on that day, from 0 to 95. */
export interface Quarter {
  date: string
  quarter: number
}

/** The quarter of an hour of a moment. */
export function quarterOf(at: Date): Quarter {
  const ms = at.getTime()
  const startMs = Math.floor(ms / DAY_MS) * DAY_MS
  return {
    date: new Date(startMs).toISOString().slice(0, 'YYYY-MM-DD'.length),
    quarter: Math.floor((ms - startMs) / QUARTER_MS),
  }
}

/** The moment at which a quarter of an hour begins. */
export function beginOf({ date, quarter }: Quarter): Date {
  return new Date(Date.parse(date) + quarter * QUARTER_MS)
}

/**
 * The quarter with which the part of a day begins that has this quarter. A part is an hour, cut further where a day
 * begins in some time zone: a day of any zone consists of whole parts, and 37 counters a day are enough for all zones.
 */
export function partOf(quarter: number): number {
  let begin = quarter
  while (begin % 4 !== 0 && !DAY_BEGINS.has(begin)) begin -= 1
  return begin
}

/** The quarters from `from` on, and before `to`, of one day in UTC. */
export interface CutDay {
  date: string
  from: number
  to: number
}

/** A range of time as days in UTC: whole ones from one to another, both included, and those that it cuts. */
export interface UtcDays {
  /** Null where the range has no whole day. */
  whole: { first: string; last: string } | null
  cut: CutDay[]
}

// No date is before the first of these or after the second.
const OPEN = { first: '0', last: '9' }

/** The days in UTC of a range of time; `to` is not included. An omitted bound does not restrict the range. */
export function utcDays({ from, to }: { from?: Date | undefined; to?: Date | undefined }): UtcDays {
  const begin = from && quarterOf(from)
  const end = to && quarterOf(to)
  if (from && to && from >= to) return { whole: null, cut: [] }
  if (begin && end && begin.date === end.date) {
    return { whole: null, cut: [{ date: begin.date, from: begin.quarter, to: end.quarter }] }
  }
  const cut: CutDay[] = []
  if (begin && begin.quarter > 0) cut.push({ date: begin.date, from: begin.quarter, to: QUARTERS })
  if (end && end.quarter > 0) cut.push({ date: end.date, from: 0, to: end.quarter })
  const first = begin ? (begin.quarter > 0 ? daysAfter(begin.date, 1) : begin.date) : OPEN.first
  const last = end ? daysAfter(end.date, -1) : OPEN.last
  return { whole: first <= last ? { first, last } : null, cut }
}

/** The sum of a counter over the parts that begin in a cut day; `parts` has its counts by the quarter of that begin. */
export function sumOfParts(parts: Readonly<Record<string, number>>, { from, to }: CutDay): number {
  let sum = 0
  for (const key in parts) {
    const quarter = Number(key)
    if (quarter >= from && quarter < to) sum += parts[key] ?? 0
  }
  return sum
}

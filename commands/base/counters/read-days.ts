import {
  DailyCount,
  dailyCountId,
  originCountId,
  type CountsByPart,
  type DailyCountRecord,
  type EmailCounts,
  type OriginCounts,
  type PartCounter,
} from '../../../models/daily-count.js'
import { daysAfter, daysFrom, dayStartMs } from '../../../models/domain/calendar.js'
import { sumOfParts, utcDays, type UtcDays } from '../../../models/domain/day-parts.js'
import { zoneClock } from '../../../models/domain/time-zone.js'

/** The longest range of days that is read at once. */
export const MAX_RANGE_DAYS = 90

/** A range of days, at most `MAX_RANGE_DAYS`, both included, in the time zone of a project. */
export interface DayRange {
  projectId: string
  zone: string
  first: string
  last: string
}

/** The template or the workflow whose emails are counted. */
export interface CountedOrigin {
  origin: 'template' | 'workflow'
  id: string
}

/** Counts of events and of emails; each counter counts an email once. */
export type DayCounts = Partial<Record<PartCounter, number>>

const NO_DAYS: UtcDays = { whole: null, cut: [] }
const OUTCOMES = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const

/** The counters of a day in UTC, and those of its parts. */
interface CountedDay {
  totals: OriginCounts
  parts: CountsByPart
}

/** The range of time of a range of days in UTC. */
export function utcDaysOf({ zone, first, last }: DayRange): UtcDays {
  const [from, to] = [startsOf(zone, [first]), startsOf(zone, [daysAfter(last, 1)])]
  return utcDays({ from: from[0], to: to[0] })
}

/**
 * The counters of emails by the days of a range, of all emails or of those of one template or workflow. They are stored
 * by days and parts of days in UTC, of which the days of every time zone consist. A day without counters has an empty
 * entry.
 */
export async function readDays(
  { projectId, zone, first, last }: DayRange,
  of: CountedOrigin | null = null,
): Promise<ReadonlyMap<string, OriginCounts>> {
  const days = daysFrom(first, last, MAX_RANGE_DAYS)
  const starts = startsOf(zone, [...days, daysAfter(last, 1)])
  const parts = days.map((_, n) => utcDays({ from: starts[n], to: starts[n + 1] }))
  const utc = await readUtcDays(projectId, parts, of)
  return new Map(days.map((day, n) => [day, sumOver(parts[n] ?? NO_DAYS, utc)]))
}

function startsOf(zone: string, days: readonly string[]): Date[] {
  const clock = zoneClock(zone)
  return days.map((day) => new Date(dayStartMs(clock, Date.parse(day))))
}

async function readUtcDays(
  projectId: string,
  days: readonly UtcDays[],
  of: CountedOrigin | null,
): Promise<ReadonlyMap<string, CountedDay>> {
  const wholes = days.flatMap(({ whole }) => (whole ? daysFrom(whole.first, whole.last, MAX_RANGE_DAYS) : []))
  const cuts = days.flatMap(({ cut }) => cut.map(({ date }) => date))
  const ids = [...new Set([...wholes, ...cuts])].map((date) => {
    const day = dailyCountId(projectId, date)
    return of ? originCountId(day, of.origin, of.id) : day
  })
  // The parts are the most of a document, and a zone whose days begin at midnight in UTC needs none.
  const parts = cuts.length > 0 ? Object.fromEntries(OUTCOMES.map((name) => [`parts.${name}`, 1 as const])) : {}
  const fields = { date: 1, outcomes: 1, emails: 1, ...parts } as const
  const found = await DailyCount.find({ _id: { $in: ids }, projectId }, fields).lean<DailyCountRecord[]>()
  return new Map(
    found.map(({ date = '', outcomes, emails, parts = {} }) => [
      date,
      { totals: outcomes ?? outcomesOf(emails), parts },
    ]),
  )
}

/** The sums of counters over days in UTC. */
function sumOver({ whole, cut }: UtcDays, utc: ReadonlyMap<string, CountedDay>): OriginCounts {
  const sums: OriginCounts = {}
  for (const counter of OUTCOMES) {
    let sum = 0
    for (const date of whole ? daysFrom(whole.first, whole.last, MAX_RANGE_DAYS) : [])
      sum += utc.get(date)?.totals[counter] ?? 0
    for (const day of cut) sum += sumOfParts(utc.get(day.date)?.parts[counter] ?? {}, day)
    sums[counter] = sum
  }
  return sums
}

/** The counters of a day's emails under the names that those of an origin have. */
export function outcomesOf(emails: EmailCounts = {}): OriginCounts {
  const { delivered = 0, opened = 0, clicked = 0, bounced = 0, complained = 0 } = emails
  return { sent: sentOf(emails), delivered, opened, clicked, bounced, complained }
}

/** The number of sent emails of all sources. */
export function sentOf({ sentTransactional = 0, sentCampaign = 0, sentWorkflow = 0 }: EmailCounts): number {
  return sentTransactional + sentCampaign + sentWorkflow
}

import type { EmailCounts, OriginCounts } from '../../models/daily-count.js'
import { daysFrom } from '../../models/domain/calendar.js'
import { readOriginDays, type CountedOrigin } from './origin-analytics.js'
import { MAX_RANGE_DAYS, readDays, type DayRange } from './read-days.js'

/** The counts of the emails of one day. Each fact about an email counts once, on the day on which it was recorded. */
export interface DayOfEmails {
  /** `YYYY-MM-DD`. */
  date: string
  emails: number
  delivered: number
  opens: number
  clicks: number
  bounces: number
  complaints: number
}

/** Every day of a range, including the days without mail: of all emails, or of those of one template or workflow. */
export async function timeseries(range: DayRange, of: CountedOrigin | null = null): Promise<DayOfEmails[]> {
  const days = await readOutcomes(range, of)
  return daysFrom(range.first, range.last, MAX_RANGE_DAYS).map((date) => {
    const { sent = 0, delivered = 0, opened = 0, clicked = 0, bounced = 0, complained = 0 } = days.get(date) ?? {}
    return { date, emails: sent, delivered, opens: opened, clicks: clicked, bounces: bounced, complaints: complained }
  })
}

async function readOutcomes(range: DayRange, of: CountedOrigin | null): Promise<ReadonlyMap<string, OriginCounts>> {
  if (of) return readOriginDays(range, of)
  const days = await readDays(range)
  return new Map([...days].map(([date, { emails = {} }]) => [date, { ...emails, sent: sentOf(emails) }]))
}

/** The number of sent emails of all sources. */
export function sentOf({ sentTransactional = 0, sentCampaign = 0, sentWorkflow = 0 }: EmailCounts): number {
  return sentTransactional + sentCampaign + sentWorkflow
}

import type { EmailCounts } from '../../models/daily-count.js'
import { daysFrom } from '../../models/domain/calendar.js'
import { readDays, type DayRange } from './read-days.js'

/** What became of the emails of one day: each counts once, on the day on which that became known. */
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

/** Every day of a range, those without mail included. */
export async function timeseries(range: DayRange): Promise<DayOfEmails[]> {
  const days = await readDays(range)
  return daysFrom(range.first, range.last).map((date) => {
    const {
      delivered = 0,
      opened = 0,
      clicked = 0,
      bounced = 0,
      complained = 0,
      ...sent
    } = days.get(date)?.emails ?? {}
    return {
      date,
      emails: sentOf(sent),
      delivered,
      opens: opened,
      clicks: clicked,
      bounces: bounced,
      complaints: complained,
    }
  })
}

/** How many emails counts say were sent, of all sources. */
export function sentOf({ sentTransactional = 0, sentCampaign = 0, sentWorkflow = 0 }: EmailCounts): number {
  return sentTransactional + sentCampaign + sentWorkflow
}

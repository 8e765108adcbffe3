import type { EmailCounts } from '../../models/daily-count.js'
import { daysFrom } from '../../models/domain/calendar.js'
import { readDays, type DayRange } from './read-days.js'

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

/** Every day of a range, including the days without mail. */
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

/** The number of sent emails of all sources. */
export function sentOf({ sentTransactional = 0, sentCampaign = 0, sentWorkflow = 0 }: EmailCounts): number {
  return sentTransactional + sentCampaign + sentWorkflow
}

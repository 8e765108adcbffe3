import { readDays, type CountedOrigin, type DayRange } from '../../base/counters/read-days.js'

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
  return [...(await readDays(range, of))].map(([date, counts]) => {
    const { sent = 0, delivered = 0, opened = 0, clicked = 0, bounced = 0, complained = 0 } = counts
    return { date, emails: sent, delivered, opens: opened, clicks: clicked, bounces: bounced, complaints: complained }
  })
}

import type { Answer } from '../../api/client.js'
import type { Meaning } from '../../shared/change.js'
import { t } from '../../messages/index.js'

type DayOfMail = Answer<'GET /analytics/timeseries'>[number]

/** The counts of a day. */
export type MailCount = Exclude<keyof DayOfMail, 'date'>

/** The outcomes of a sent email, and what it means that more emails have one. */
export const OUTCOMES: readonly { field: Exclude<MailCount, 'emails'>; label: string; growth: Meaning }[] = [
  { field: 'delivered', label: t.analytics.delivered, growth: 'good' },
  { field: 'opens', label: t.analytics.opened, growth: 'good' },
  { field: 'clicks', label: t.analytics.clicked, growth: 'good' },
  { field: 'bounces', label: t.analytics.bounced, growth: 'bad' },
  { field: 'complaints', label: t.analytics.complained, growth: 'bad' },
]

/** The sums of all days. */
export function totalsOf(days: readonly DayOfMail[]): Record<MailCount, number> {
  const totals = { emails: 0, delivered: 0, opens: 0, clicks: 0, bounces: 0, complaints: 0 }
  for (const day of days) {
    for (const field of Object.keys(totals) as MailCount[]) totals[field] += day[field]
  }
  return totals
}

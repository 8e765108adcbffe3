import { DailyCount } from '../../models/daily-count.js'
import { Execution } from '../../models/execution.js'
import { sentOf } from '../analytics/timeseries.js'
import { countListed } from '../count-listed.js'

/** Sums over the days of a project. */
export interface ActivityStats {
  totalEvents: number
  totalEmailsSent: number
  totalEmailsOpened: number
  totalEmailsClicked: number
  totalWorkflowsStarted: number
}

/**
 * The sums over the days from `first` to `last` (both included) in the project's time zone. An omitted bound does not
 * restrict the days. `from` and `to` (not included) are the same range as moments.
 */
export async function activityStats(
  { _id: projectId, timezone: zone }: { _id: string; timezone: string },
  days: { first?: string | undefined; last?: string | undefined; from?: Date | undefined; to?: Date | undefined },
): Promise<ActivityStats> {
  const { first = '0', last = '9', from, to } = days
  const counted = DailyCount.find({ projectId, zone, origin: null, date: { $gte: first, $lte: last } })
    .lean()
    .cursor()
  const startedAt = { $gt: new Date(0), ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) }
  const started = countListed(Execution, { projectId, startedAt })
  const sums = { totalEvents: 0, totalEmailsSent: 0, totalEmailsOpened: 0, totalEmailsClicked: 0 }
  for await (const { events = {}, emails = {} } of counted) {
    sums.totalEvents += Object.values(events).reduce((sum, count) => sum + count, 0)
    sums.totalEmailsSent += sentOf(emails)
    sums.totalEmailsOpened += emails.opened ?? 0
    sums.totalEmailsClicked += emails.clicked ?? 0
  }
  return { ...sums, totalWorkflowsStarted: await started }
}

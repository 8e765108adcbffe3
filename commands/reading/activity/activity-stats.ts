import { timesWithin } from '../../../models/domain/time-range.js'
import { sumCounters } from '../../base/counters/sum-counters.js'
import { Execution } from '../../../models/execution.js'
import { countListed } from '../../base/listing/count-listed.js'

/** Sums over a range of time of a project. */
export interface ActivityStats {
  totalEvents: number
  totalEmailsSent: number
  totalEmailsOpened: number
  totalEmailsClicked: number
  totalWorkflowsStarted: number
}

/**
 * The sums from `from` on, and before `to`, both the begin of a day in some time zone. An omitted bound does not
 * restrict the range.
 */
export async function activityStats(
  projectId: string,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): Promise<ActivityStats> {
  const startedAt = { $gt: new Date(0), ...timesWithin({ from, until: to }) }
  const [{ events, sent, opened, clicked }, started] = await Promise.all([
    sumCounters(projectId, { from, to }),
    countListed(projectId, Execution, { projectId, startedAt }),
  ])
  return {
    totalEvents: events,
    totalEmailsSent: sent,
    totalEmailsOpened: opened,
    totalEmailsClicked: clicked,
    totalWorkflowsStarted: started,
  }
}

import { Campaign } from '../../models/campaign.js'
import { Email } from '../../models/email.js'
import { Event } from '../../models/event.js'
import { Execution } from '../../models/execution.js'
import { IS_NOTICE } from './sources.js'

// More in an hour than anybody reads one by one.
const MAX = 10_000
// Some of these events are not listed.
const PARTLY_LISTED = ['email.open', 'email.click', 'email.bounce']

/** How many activities there were since a moment, of all that the feed lists; ten thousand stands for more. */
export async function countRecent(projectId: string, from: Date): Promise<number> {
  const since = { $gte: from }
  const counts = await Promise.all([
    // Apart from opens, clicks and bounces, the index alone tells what counts.
    Event.countDocuments(
      { projectId, createdAt: since, name: { $nin: ['email.delay', ...PARTLY_LISTED] } },
      { limit: MAX },
    ),
    Event.countDocuments(
      { projectId, createdAt: since, name: { $in: PARTLY_LISTED }, 'data.machine': { $ne: true }, $nor: [IS_NOTICE] },
      { limit: MAX },
    ),
    Email.countDocuments({ status: 'SUPPRESSED', projectId, createdAt: since }, { limit: MAX }),
    ...(['scheduledAt', 'sentAt', 'cancelledAt'] as const).map((field) =>
      Campaign.countDocuments({ projectId, [field]: since }, { limit: MAX }),
    ),
    Execution.countDocuments({ projectId, startedAt: since }, { limit: MAX }),
    Execution.countDocuments(
      { projectId, status: { $in: ['COMPLETED', 'EXITED', 'FAILED'] }, completedAt: since },
      { limit: MAX },
    ),
  ])
  return Math.min(
    MAX,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

import { Campaign } from '../../models/campaign.js'
import { Email } from '../../models/email.js'
import { Event } from '../../models/event.js'
import { Execution } from '../../models/execution.js'

// More in an hour than anybody reads one by one.
const MAX = 10_000
const MAY_BE_OF_MACHINES = ['email.open', 'email.click']

/** How many activities there were since a moment, of all that the feed lists; ten thousand stands for more. */
export async function countRecent(projectId: string, from: Date): Promise<number> {
  const since = { $gte: from }
  const counts = await Promise.all([
    // Apart from opens and clicks, the index alone tells what counts.
    Event.countDocuments(
      { projectId, createdAt: since, name: { $nin: ['email.delay', ...MAY_BE_OF_MACHINES] } },
      { limit: MAX },
    ),
    Event.countDocuments(
      { projectId, createdAt: since, name: { $in: MAY_BE_OF_MACHINES }, 'data.machine': { $ne: true } },
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

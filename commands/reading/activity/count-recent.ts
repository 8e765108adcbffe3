import { Campaign } from '../../../models/campaign.js'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import { scan } from '../../base/listing/scan.js'
import { IS_NOTICE } from './sources.js'

// A person does not read more activities one by one.
const MAX = 10_000
// The feed lists only some events of these names.
const PARTLY_LISTED = ['email.open', 'email.click', 'email.bounce']

/** How many activities the feed lists since a moment. Above ten thousand, the answer is ten thousand. */
export async function countRecent(projectId: string, from: Date): Promise<number> {
  const since = { $gte: from }
  const counts = await Promise.all([
    // The index alone shows what counts, except for opens, clicks and bounces.
    scan(projectId, (limits) =>
      Event.countDocuments(
        { projectId, createdAt: since, name: { $nin: ['email.delay', ...PARTLY_LISTED] } },
        { ...limits, limit: MAX },
      ),
    ),
    scan(projectId, (limits) =>
      Event.countDocuments(
        { projectId, createdAt: since, name: { $in: PARTLY_LISTED }, 'data.machine': { $ne: true }, $nor: [IS_NOTICE] },
        { ...limits, limit: MAX },
      ),
    ),
    scan(projectId, (limits) =>
      Email.countDocuments({ listedStatus: 'SUPPRESSED', projectId, createdAt: since }, { ...limits, limit: MAX }),
    ),
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

import { dayIn } from '../../../../commands/base/counters/day-in.js'
import { ALL_DAYS, type EmailCounts } from '../../../../models/daily-count.js'
import { countEmails } from '../../../gateway/routes/billing/scene.js'

/** Stores the counters of a project that has sent all its mail today. */
export async function countToday(projectId: string, emails: EmailCounts): Promise<void> {
  for (const date of [dayIn('UTC', new Date()), ALL_DAYS]) await countEmails(projectId, emails, date)
}

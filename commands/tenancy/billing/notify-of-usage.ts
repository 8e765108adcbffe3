import { stateOfLimit } from '../../../models/domain/billing.js'
import { notifySeldom } from '../../base/notifications/notify.js'
import type { TallyKey } from './lease-emails.js'

/** Notifies the members once a month when emails of a category come near their limit, and when they reach it. */
export async function notifyOfUsage(
  { projectId, category, month }: TallyKey,
  limit: number,
  emails: number,
): Promise<void> {
  const { isWarning, isBlocked } = stateOfLimit(limit, emails)
  if (!isWarning) return
  const kind = isBlocked ? 'USAGE_AT_LIMIT' : 'USAGE_NEAR_LIMIT'
  // A raised limit is another one to come near to.
  const key = `${kind}:${category}:${month.toISOString().slice(0, 'YYYY-MM'.length)}:${limit}`
  await notifySeldom({ projectId, kind, key }, async () => ({ what: category, count: limit }))
}

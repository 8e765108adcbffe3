import { groupBy } from '../../../models/domain/group-by.js'
import type { DeferralReason } from '../../../models/domain/deferral.js'
import { UNRESOLVED_STATUSES } from '../../../models/domain/email-status.js'
import { Email } from '../../../models/email.js'

/** The reason why an email waits, and for how many ms; null when the time is unknown. */
export interface EmailDeferral {
  emailId: string
  reason: DeferralReason
  retryAfterMs: number | null
}

/** Records why emails of one project wait. While the reason is the same, its start (`since`) stays. */
export async function storeDeferrals(projectId: string, deferrals: readonly EmailDeferral[]): Promise<void> {
  if (deferrals.length === 0) return
  const groups = groupBy(deferrals, ({ reason, retryAfterMs }) => `${reason}:${retryAfterMs}`)
  await Email.collection.bulkWrite(
    [...groups.values()].flatMap(([first, ...others]) => {
      if (!first) return []
      const ids = [first, ...others].map(({ emailId }) => emailId)
      const filter = { _id: { $in: ids as never[] }, projectId, status: { $in: [...UNRESOLVED_STATUSES] } }
      return [{ updateMany: { filter, update: [{ $set: { deferred: deferredBy(first) } }] } }]
    }),
    { ordered: false },
  )
}

function deferredBy({ reason, retryAfterMs }: EmailDeferral) {
  return {
    reason,
    since: { $cond: [{ $eq: ['$deferred.reason', reason] }, '$deferred.since', '$$NOW'] },
    retryAt: retryAfterMs === null ? null : { $add: ['$$NOW', Math.ceil(retryAfterMs)] },
  }
}

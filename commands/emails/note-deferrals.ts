import { groupBy } from '../../models/domain/group-by.js'
import type { DeferralReason } from '../../models/domain/deferral.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { Email } from '../../models/email.js'

/** Why an email waits, and for how many ms; null when nobody can say. */
export interface EmailDeferral {
  emailId: string
  reason: DeferralReason
  retryAfterMs: number | null
}

/** Notes why emails of one project wait. A reason that stays keeps the time since when it holds. */
export async function noteDeferrals(projectId: string, deferrals: readonly EmailDeferral[]): Promise<void> {
  if (deferrals.length === 0) return
  const alike = groupBy(deferrals, ({ reason, retryAfterMs }) => `${reason}:${retryAfterMs}`)
  await Email.collection.bulkWrite(
    [...alike.values()].flatMap(([first, ...others]) => {
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

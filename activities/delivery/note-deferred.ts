import { storeDeferrals, type EmailDeferral } from '../../commands/sending/emails/store-deferrals.js'
import type { EmailRef } from '../../models/domain/email-refs.js'
import { groupBy } from '../../models/domain/group-by.js'
import { countDeferred } from '../../runtime/metrics/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import type { Deferred } from './deps.js'

/** An email that waits, and the result of its last attempt. */
export interface DeferredEmail extends EmailRef {
  campaignId: string | null
  deferred: Deferred
}

/** The result of an email for which there was no permit. */
export function noPermit(retryAfterMs: number): Deferred {
  return { state: 'deferred', cause: 'wait', reason: 'sending_rate', retryAfterMs }
}

/** Notes on emails why they wait, and when they are tried again. */
export async function noteDeferred(emails: readonly DeferredEmail[]): Promise<void> {
  const notes = emails.flatMap(({ projectId, emailId, campaignId, deferred }): (EmailDeferral & EmailRef)[] => {
    const { reason, retryAfterMs } = deferred
    // Another worker tries the email at once.
    if (reason === 'worker_stopping') return []
    // The slices of a campaign retry an email after the rest of their part, at a time that is not known.
    return [{ projectId, emailId, reason, retryAfterMs: campaignId === null ? retryAfterMs : null }]
  })
  for (const [projectId, of] of groupBy(notes, (note) => note.projectId)) {
    await retryWhileUnavailable(() => storeDeferrals(projectId, of))
  }
}

/** Like `noteDeferred`, for emails whose delivery was tried; counts the attempts too. */
export async function noteAttempts(emails: readonly DeferredEmail[]): Promise<void> {
  for (const { deferred } of emails) countDeferred(deferred)
  await noteDeferred(emails)
}

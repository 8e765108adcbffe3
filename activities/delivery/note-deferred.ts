import { storeDeferrals, type EmailDeferral } from '../../commands/sending/emails/store-deferrals.js'
import { countDeferred } from '../../runtime/metrics/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import type { Deferred } from './deps.js'

/** An email that waits, and the result of its last attempt. */
export interface DeferredEmail {
  emailId: string
  campaignId: string | null
  deferred: Deferred
}

/** The result of an email for which there was no permit. */
export function noPermit(retryAfterMs: number): Deferred {
  return { state: 'deferred', cause: 'wait', reason: 'sending_rate', retryAfterMs }
}

/** Notes on emails of one project why they wait, and when they are tried again. */
export async function noteDeferred(projectId: string, emails: readonly DeferredEmail[]): Promise<void> {
  const notes = emails.flatMap(({ emailId, campaignId, deferred: { reason, retryAfterMs } }): EmailDeferral[] => {
    // Another worker tries the email at once.
    if (reason === 'worker_stopping') return []
    // The slices of a campaign retry an email after the rest of their part, at a time that is not known.
    return [{ emailId, reason, retryAfterMs: campaignId === null ? retryAfterMs : null }]
  })
  await retryWhileUnavailable(() => storeDeferrals(projectId, notes))
}

/** Like `noteDeferred`, for emails whose delivery was tried; counts the attempts too. */
export async function noteAttempts(projectId: string, emails: readonly DeferredEmail[]): Promise<void> {
  for (const { deferred } of emails) countDeferred(deferred)
  await noteDeferred(projectId, emails)
}

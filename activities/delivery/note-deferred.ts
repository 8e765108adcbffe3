import { noteDeferrals, type NotedDeferral } from '../../commands/emails/note-deferrals.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import type { Deferred } from './deps.js'

/** An email that waits, and the result of its last attempt. */
export interface DeferredEmail {
  emailId: string
  campaignId: string | null
  deferred: Deferred
}

/** Notes on emails of one project why they wait, and when they are tried again. */
export async function noteDeferred(projectId: string, emails: readonly DeferredEmail[]): Promise<void> {
  const notes = emails.flatMap(({ emailId, campaignId, deferred: { reason, retryAfterMs } }): NotedDeferral[] => {
    // Another worker tries the email at once.
    if (reason === 'worker_stopping') return []
    // The slices of a campaign come to their emails again when they have been through the rest.
    return [{ emailId, reason, retryAfterMs: campaignId === null ? retryAfterMs : null }]
  })
  await retryWhileUnavailable(() => noteDeferrals(projectId, notes))
}

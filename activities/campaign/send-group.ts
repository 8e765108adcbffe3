import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { claimedEmails, recipientsIn, type Recipient } from '../../commands/campaigns/claimed-email.js'
import { claimRecipients, closeClaim } from '../../commands/campaigns/claim-recipients.js'
import { storeUnresolved } from '../../commands/emails/store-claimed.js'
import type { EmailRecord } from '../../models/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import type { ScopedContact } from '../../mail/rendering/contact-scope.js'
import type { DeliveryResult } from '../delivery/deps.js'
import { checkEligibilityOfGroup, findRecipients, type Check } from '../delivery/check-eligibility.js'
import { factOf, handOver, resultOf, type Outcome } from '../delivery/hand-over.js'
import { countDeferred } from '../../runtime/metrics/email.js'
import { withTimeToLive } from '../delivery/with-time-to-live.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import type { CampaignDeps } from './deps.js'
import type { GroupSize } from './group-size.js'

const CHECK_BATCH = 100
const HAND_OVER_CONCURRENCY = 16

/** Context of a group: the dependencies, and the batch it belongs to. */
export interface GroupContext {
  deps: CampaignDeps
  campaign: CampaignRecord
  batch: CampaignBatchRecord
  groupSize: GroupSize
  /** Contacts whose emails are stored already. */
  reached: ReadonlySet<string>
  /** Called with the result of each recipient once that is stored. */
  count: (result: DeliveryResult) => void
}

/**
 * Claims the next contacts of a batch, as many as there are permits, and sends them the campaign's message. All their
 * emails are stored when the call returns. Returns how many were claimed: null when no contact is left to claim, 0
 * without a permit and in a worker that stops.
 */
export async function sendGroup(context: GroupContext, wanted: number): Promise<number | null> {
  const { deps, batch, groupSize, reached } = context
  // Permits come before the claim, because a claim must not grow old.
  const { permits } = await deps.acquirePermits(batch.projectId, wanted)
  if (permits === 0 || deps.isStopping()) return 0
  const claim = await claimRecipients(batch, permits)
  if (!claim) return null
  const recipients = recipientsIn(claim, batch.contactIds).filter(({ contactId }) => !reached.has(contactId))
  const stored: Promise<void>[] = []
  const startedAt = performance.now()
  try {
    for (let at = 0; at < recipients.length; at += CHECK_BATCH) {
      await sendTo(recipients.slice(at, at + CHECK_BATCH), claim.at, context, stored)
    }
  } finally {
    groupSize.adapt(recipients.length, performance.now() - startedAt)
    await Promise.allSettled(stored)
  }
  // Rejects with the first email that could not be stored: its claim stays and is resolved as an unknown outcome.
  await Promise.all(stored)
  await closeClaim(batch, claim.id)
  return claim.to - claim.from
}

async function sendTo(
  recipients: Recipient[],
  claimedAt: Date,
  { deps, campaign, count }: GroupContext,
  stored: Promise<void>[],
): Promise<void> {
  const { projectId } = campaign
  const ids = recipients.map(({ contactId }) => contactId)
  const contacts = await retryWhileUnavailable(() => findRecipients(projectId, ids))
  // A deleted contact gets an email too, which counts as skipped.
  const emails = claimedEmails(campaign, recipients, { contacts, at: claimedAt })
  const { allowTestDomains } = deps.settings
  const check = (latest: ScopedContact[]) => checkEligibilityOfGroup(emails, { contacts: latest, allowTestDomains })
  const latestChecks = withTimeToLive(await retryWhileUnavailable(() => check(contacts)), () =>
    retryWhileUnavailable(async () => check(await findRecipients(projectId, ids))),
  )
  await mapConcurrent([...emails.entries()], HAND_OVER_CONCURRENCY, async ([index, email]) => {
    const outcome = await handOver(deps, email, async () => checkOf(await latestChecks(), index))
    const recorded = recordOutcome(deps, email, outcome).then(() => count(resultOf(outcome)))
    // `sendGroup` awaits it later and handles the rejection.
    recorded.catch(() => undefined)
    stored.push(recorded)
  })
}

async function recordOutcome({ recorder }: CampaignDeps, email: EmailRecord, outcome: Outcome): Promise<void> {
  const fact = factOf(email, outcome)
  if (fact) return recorder.recordFirst(fact, email)
  if (outcome.state === 'deferred') countDeferred(outcome)
  return retryWhileUnavailable(() => storeUnresolved(email, { isOut: outcome.state === 'deferred' && outcome.isOut }))
}

function checkOf(checks: Check[], index: number): Check {
  const check = checks[index]
  if (!check) throw new Error('An email without an eligibility check')
  return check
}

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
import { renewed } from '../delivery/renewed.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import type { CampaignDeps } from './deps.js'
import type { Pace } from './pace.js'

const LOOKED_AT_TOGETHER = 100
const HAND_OVERS_AT_ONCE = 16

/** What a group is sent with. */
export interface GroupContext {
  deps: CampaignDeps
  campaign: CampaignRecord
  batch: CampaignBatchRecord
  pace: Pace
  /** Contacts whose emails are stored already. */
  reached: ReadonlySet<string>
  /** Told what became of each recipient, once it is stored. */
  count: (result: DeliveryResult) => void
}

/**
 * Claims the next contacts of a batch, as many as have turns, and hands the campaign's message over to them; when it
 * returns, all their emails are stored. Null when nobody is left to be claimed, 0 when nobody has a turn.
 */
export async function sendGroup(context: GroupContext, wanted: number): Promise<number | null> {
  const { deps, batch, pace, reached } = context
  // Before the claim, which must not grow old while it waits.
  const { permits } = await deps.acquirePermits(batch.projectId, wanted)
  if (permits === 0) return 0
  const claim = await claimRecipients(batch, permits)
  if (!claim) return null
  const recipients = recipientsIn(claim, batch.contactIds).filter(({ contactId }) => !reached.has(contactId))
  const noted: Promise<void>[] = []
  const startedAt = performance.now()
  try {
    for (let at = 0; at < recipients.length; at += LOOKED_AT_TOGETHER) {
      await sendTo(recipients.slice(at, at + LOOKED_AT_TOGETHER), claim.at, context, noted)
    }
  } finally {
    pace.note(recipients.length, performance.now() - startedAt)
    await Promise.allSettled(noted)
  }
  // Rejects for the first that could not be stored: its claim stays, and is settled like every one in doubt.
  await Promise.all(noted)
  await closeClaim(batch, claim.id)
  return claim.to - claim.from
}

async function sendTo(
  recipients: Recipient[],
  claimedAt: Date,
  { deps, campaign, count }: GroupContext,
  noted: Promise<void>[],
): Promise<void> {
  const { projectId } = campaign
  const ids = recipients.map(({ contactId }) => contactId)
  const contacts = await retryWhileUnavailable(() => findRecipients(projectId, ids))
  // Who was deleted gets an email too, so that it counts as passed over.
  const emails = claimedEmails(campaign, recipients, { contacts, at: claimedAt })
  const { allowTestDomains } = deps.settings
  const look = (seen: ScopedContact[]) => checkEligibilityOfGroup(emails, { contacts: seen, allowTestDomains })
  const latestLook = renewed(await retryWhileUnavailable(() => look(contacts)), () =>
    retryWhileUnavailable(async () => look(await findRecipients(projectId, ids))),
  )
  await mapConcurrent([...emails.entries()], HAND_OVERS_AT_ONCE, async ([index, email]) => {
    const outcome = await handOver(deps, email, async () => checkOf(await latestLook(), index))
    const note = noteFirst(deps, email, outcome).then(() => count(resultOf(outcome)))
    // Whoever waits for them all hears of it.
    note.catch(() => undefined)
    noted.push(note)
  })
}

async function noteFirst({ recorder }: CampaignDeps, email: EmailRecord, outcome: Outcome): Promise<void> {
  const fact = factOf(email, outcome)
  if (fact) return recorder.recordFirst(fact, email)
  return retryWhileUnavailable(() => storeUnresolved(email, { isOut: outcome.state === 'deferred' && outcome.isOut }))
}

function checkOf(checks: Check[], index: number): Check {
  const check = checks[index]
  if (!check) throw new Error('An email that nobody looked at')
  return check
}

import { recipientEmails } from '../../commands/campaigns/recipient-emails.js'
import { eraseRecipients } from '../../commands/emails/erase-recipients.js'
import { storeClaimed } from '../../commands/emails/store-claimed.js'
import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { findRecipients } from '../delivery/check-eligibility.js'
import { deliverClaimedGroup, type OnResult } from '../delivery/deliver-group.js'
import type { CampaignDeps } from './deps.js'
import type { GroupSize } from './group-size.js'

/** Context of a group: the dependencies, and the batch it belongs to. */
export interface GroupContext {
  deps: CampaignDeps
  campaign: CampaignRecord
  batch: CampaignBatchRecord
  groupSize: GroupSize
  /** Called with the result of each recipient once that is stored. */
  onResult: OnResult
}

/**
 * Claims the recipients at these places of a batch, by storing their emails, and sends them the campaign's message. The
 * caller has acquired a permit for each. All outcomes are stored when the call returns. Returns how many recipients
 * another worker had claimed.
 */
export async function sendGroup(context: GroupContext, places: number[]): Promise<number> {
  const { deps, campaign, batch, groupSize } = context
  const ids = places.flatMap((place) => batch.contactIds[place] ?? [])
  const contacts = await retryWhileUnavailable(() => findRecipients(campaign.projectId, ids))
  const claimed = await storeClaimed(recipientEmails(campaign, batch, { places, contacts }))
  const deleted: string[] = []
  const startedAt = performance.now()
  try {
    await deliverClaimedGroup(deps, claimed, (emailId, result) => {
      if (result.state === 'withheld' && result.reason === 'contact_deleted') deleted.push(emailId)
      context.onResult(emailId, result)
    })
  } finally {
    groupSize.adapt(claimed.length, performance.now() - startedAt)
  }
  // The removal of a contact's data does not find an email that is stored after it.
  if (deleted.length > 0) await retryWhileUnavailable(() => eraseRecipients(campaign.projectId, deleted))
  return places.length - claimed.length
}

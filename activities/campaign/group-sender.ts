import { LRUCache } from 'lru-cache'
import {
  recipientEmails,
  type Recipient,
  type SentCampaign,
} from '../../commands/sending/campaigns/recipient-emails.js'
import { eraseRecipients } from '../../commands/sending/emails/erase-recipients.js'
import { storeClaimed } from '../../commands/sending/emails/store-claimed.js'
import type { ScopedContact } from '../../mail/rendering/contact-scope.js'
import type { EmailRecord } from '../../models/email.js'
import { Project } from '../../models/project.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { findRecipients } from '../delivery/check-eligibility.js'
import type { EmailComposer } from '../delivery/create-email-composer.js'
import { allResults, deliver, deliverClaimed, type Results } from '../delivery/deliver.js'
import type { DeliveryDeps, DeliveryResult } from '../delivery/deps.js'

/** Recipients of a campaign without a claim, and the base id of the batch that they stand in. */
export interface UnclaimedGroup {
  kind: 'unclaimed'
  campaign: SentCampaign
  baseId: string
  recipients: Recipient[]
}

/** Emails of a campaign that are stored and unresolved. */
export interface StoredGroup {
  kind: 'stored'
  projectId: string
  emailIds: string[]
}

/** A group of recipients that are sent to together. Both it and its result can be copied to a thread and back. */
export type CampaignGroup = UnclaimedGroup | StoredGroup

/** The outcomes of a group. */
export interface GroupResult {
  /** How many messages the provider accepted. */
  sent: number
  /** All other emails, by their ids. */
  others: [emailId: string, result: DeliveryResult][]
  /** How many recipients another call had claimed. */
  claimedElsewhere: number
  /** How long the delivery took. */
  ms: number
}

/**
 * Sends a group; the caller has acquired a permit for each recipient. The promise resolves once all outcomes are
 * stored. It rejects when an outcome could not be stored, or when the thread of the group died: the emails without a
 * stored outcome then have an unknown outcome.
 */
export type SendGroup = (group: CampaignGroup) => Promise<GroupResult>

/** Dependencies of sending groups. */
export interface GroupDeps extends DeliveryDeps {
  prepare: EmailComposer['prepare']
}

const MANY_CAMPAIGNS = 1_000

/** Sends groups in the event loop of its caller. It compiles the content of a campaign before its first claim. */
export function createGroupSender(deps: GroupDeps): SendGroup {
  const prepared = new LRUCache<string, Promise<void>>({ max: MANY_CAMPAIGNS })

  // The content is compiled before the claim, because a claim must not grow old. It is compiled for the first
  // recipient; variants that only other recipients need are compiled during their delivery.
  const prepare = (campaignId: string, email: EmailRecord, contact: ScopedContact): Promise<void> => {
    const earlier = prepared.get(campaignId)
    if (earlier) return earlier
    const preparing = prepareFor(email, contact).catch((error: unknown) => {
      prepared.delete(campaignId)
      throw error
    })
    prepared.set(campaignId, preparing)
    return preparing
  }
  const prepareFor = async (email: EmailRecord, contact: ScopedContact): Promise<void> => {
    const project = await retryWhileUnavailable(() => Project.findOne({ _id: email.projectId }).lean())
    if (project) await deps.prepare(email, { project, contact })
  }

  const sendUnclaimed = async ({ campaign, baseId, recipients }: UnclaimedGroup): Promise<GroupResult> => {
    const { _id: campaignId, projectId } = campaign
    const contactIds = recipients.map(({ contactId }) => contactId)
    const contacts = await retryWhileUnavailable(() => findRecipients(projectId, contactIds))
    const [contact] = contacts
    const [example] = recipientEmails(campaign, baseId, { recipients: recipients.slice(0, 1), contacts })
    if (contact && example) await prepare(campaignId, example, contact)
    const claimed = await storeClaimed(recipientEmails(campaign, baseId, { recipients, contacts }))
    const deliveries = claimed.map((email) => ({ email }))
    const outcome = await outcomeOf(() => deliverClaimed(deps, deliveries))
    const deleted = outcome.others.flatMap(([id, result]) => (isOfDeleted(result) ? [id] : []))
    // The removal of a contact's data does not find an email that is stored after it.
    if (deleted.length > 0) await retryWhileUnavailable(() => eraseRecipients(projectId, deleted))
    return { ...outcome, claimedElsewhere: recipients.length - claimed.length }
  }

  return async (group) => {
    if (group.kind === 'unclaimed') return sendUnclaimed(group)
    const { projectId, emailIds } = group
    const deliveries = emailIds.map((emailId) => ({ email: { projectId, emailId } }))
    return { ...(await outcomeOf(() => deliver(deps, deliveries))), claimedElsewhere: 0 }
  }
}

async function outcomeOf(work: () => Promise<Results>): Promise<Omit<GroupResult, 'claimedElsewhere'>> {
  const from = performance.now()
  const results = await allResults(work())
  const others = [...results].filter(([, { state }]) => state !== 'sent')
  return { sent: results.size - others.length, others, ms: performance.now() - from }
}

function isOfDeleted(result: DeliveryResult): boolean {
  return result.state === 'withheld' && result.reason === 'contact_deleted'
}

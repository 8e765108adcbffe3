import mongoose from 'mongoose'
import type { CampaignRecord } from '../../campaign.js'
import { Contact } from '../../contact.js'
import { isDuplicateKey } from '../../duplicate-key.js'
import { Email, type EmailRecord } from '../../email.js'
import { newId } from '../../ids.js'

/**
 * Claims contacts of a campaign's audience for handing its message over to them: each gets its one email, which is
 * SENDING from the start. Returns those made by this call; a contact that has an email of the campaign already is
 * somebody else's. Claims are taken for what is about to leave.
 */
export async function claimRecipients(campaign: CampaignRecord, contactIds: string[]): Promise<EmailRecord[]> {
  const { projectId } = campaign
  const contacts = await Contact.find({ _id: { $in: contactIds }, projectId }, { email: 1 }).lean()
  const addresses = new Map(contacts.map(({ _id, email }) => [_id, email]))
  const now = new Date()
  // One that was deleted gets its email too, without an address, so that it counts as passed over.
  const emails = contactIds.map((contactId) =>
    claimOf(campaign, { contactId, to: addresses.get(contactId) ?? '' }, now),
  )
  const taken = await insert(emails)
  return emails.filter(({ _id }) => !taken.has(_id))
}

/** The ids of those that were there already. */
async function insert(emails: EmailRecord[]): Promise<Set<string>> {
  try {
    await Email.collection.insertMany(emails as never[], { ordered: false, writeConcern: { w: 'majority' } })
    return new Set()
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
    const failures = [error.writeErrors].flat()
    if (!failures.every(isDuplicateKey)) throw error
    return new Set(failures.map(({ index }) => emails[index]?._id ?? ''))
  }
}

/** The email of one recipient as it is claimed, not stored. */
export function claimOf(
  campaign: CampaignRecord,
  { contactId, to }: { contactId: string; to: string },
  now = new Date(),
): EmailRecord {
  return {
    ...UNSENT,
    _id: newId(),
    projectId: campaign.projectId,
    campaignId: campaign._id,
    contactId,
    to,
    from: campaign.from,
    fromName: campaign.fromName,
    replyTo: campaign.replyTo,
    subject: campaign.subject,
    contentId: campaign.contentId ?? '',
    type: campaign.type,
    claimedAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

// Written as it stands, because it is written a hundred thousand times: what the schema would fill in is here.
const UNSENT = {
  aboutContactId: null,
  toName: null,
  variables: null,
  headers: [],
  attachments: [],
  sourceType: 'CAMPAIGN' as const,
  templateId: null,
  executionId: null,
  workflowId: null,
  stepId: null,
  sequence: null,
  retries: null,
  depth: 0,
  tags: [],
  tracking: null,
  status: 'SENDING' as const,
  error: null,
  messageId: null,
  temporalWorkflowId: null,
  attempt: 1,
  claim: null,
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  bouncedAt: null,
  complainedAt: null,
  unsubscribedAt: null,
  opens: 0,
  clicks: 0,
} satisfies Partial<EmailRecord>

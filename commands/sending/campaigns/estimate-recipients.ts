import { Contact } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { AppError } from '../../../models/domain/errors.js'
import { contactTotals } from '../../audience/contacts/contact-totals.js'
import { isTooSlow, scan } from '../../base/listing/scan.js'
import { isLargeProject } from '../../audience/contacts/large-project.js'
import { liveMembers } from '../../audience/segments/count-members.js'
import { findSegment } from '../../audience/segments/find-segment.js'
import { areMembersStored } from '../../audience/segments/stored-members.js'
import { consenting, recipientsOf, type Addressed } from '../../audience/contacts/audience.js'
import { estimateAudience } from '../audiences/estimate-audience.js'

// Requests wait for the estimate, which only tells how far a campaign has come.
const PATIENCE_MS = 200

/**
 * An estimate of how many contacts a campaign will be sent to, including suppressed addresses. The number comes from
 * the project's counters where possible, and in a large project from the stored size of a segment; else it is counted
 * for up to `patienceMs`. When counting takes longer, the stored size of the segment, or the share of a random part of
 * the contacts, replaces the count. An audience whose segment is gone has 0 recipients.
 */
export async function estimateRecipients(campaign: Addressed, patienceMs = PATIENCE_MS): Promise<number> {
  try {
    return await estimate(campaign, (recipients) => countWithin(campaign.projectId, recipients, patienceMs))
  } catch (error) {
    if (error instanceof AppError) return 0
    throw error
  }
}

async function estimate(
  campaign: Addressed,
  count: (recipients: OwnedQuery) => Promise<number | null>,
): Promise<number> {
  const { projectId, audienceType, segmentId } = campaign
  switch (audienceType) {
    case 'ALL':
      return everyone(campaign)
    case 'SEGMENT': {
      const segment = await findSegment({ projectId, segmentId: segmentId ?? '' })
      const isKnown = areMembersStored(segment) && (await isLargeProject(projectId))
      const counted = isKnown ? null : await count(consenting(campaign, await liveMembers(segment)))
      return counted ?? consentingAmong(campaign, segment.memberCount)
    }
    case 'FILTERED':
      return (await count(await recipientsOf(campaign))) ?? shareOf(campaign)
    case null:
      return 0
    default:
      return audienceType satisfies never
  }
}

async function everyone({ projectId, type }: Addressed): Promise<number> {
  const { contacts, subscribed } = await contactTotals(projectId)
  return type === 'TRANSACTIONAL' ? contacts : subscribed
}

/** How many of some contacts may get a campaign of this type, if they are like all contacts of the project. */
async function consentingAmong({ projectId, type }: Addressed, contacts: number): Promise<number> {
  if (type === 'TRANSACTIONAL') return contacts
  const all = await contactTotals(projectId)
  return Math.round((contacts * all.subscribed) / Math.max(all.contacts, 1))
}

async function shareOf(campaign: Addressed): Promise<number> {
  try {
    const { total, unsubscribed } = await estimateAudience(campaign)
    return total - unsubscribed
  } catch (error) {
    if (isTooSlow(error)) return everyone(campaign)
    throw error
  }
}

async function countWithin(projectId: string, recipients: OwnedQuery, patienceMs: number): Promise<number | null> {
  try {
    const deadline = Date.now() + patienceMs
    return await scan(projectId, (limits) => Contact.countDocuments(recipients, limits), deadline)
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}

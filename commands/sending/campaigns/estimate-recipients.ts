import { Contact } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { AppError } from '../../../models/domain/errors.js'
import { contactTotals } from '../../audience/contacts/contact-totals.js'
import { isTooSlow, scan } from '../../base/listing/scan.js'
import { liveMembers } from '../../audience/segments/count-members.js'
import { findSegment } from '../../audience/segments/find-segment.js'
import { consenting, recipientsOf, type Addressed } from '../../audience/contacts/audience.js'

const PATIENCE_MS = 2_000

/**
 * An estimate of how many contacts a campaign will be sent to, including suppressed addresses. The number comes from
 * the project's counters where possible; else it is counted for up to `patienceMs`. When counting takes longer, the
 * stored size of the segment or the number of all contacts replaces the count. An audience whose segment is gone has 0
 * recipients.
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
      return (await count(consenting(campaign, await liveMembers(segment)))) ?? segment.memberCount
    }
    case 'FILTERED':
      return (await count(await recipientsOf(campaign))) ?? everyone(campaign)
    default:
      return audienceType satisfies never
  }
}

async function everyone({ projectId, type }: Addressed): Promise<number> {
  const { contacts, subscribed } = await contactTotals(projectId)
  return type === 'TRANSACTIONAL' ? contacts : subscribed
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

import { Contact } from '../../models/contact.js'
import type { MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import { AppError } from '../../models/domain/errors.js'
import { isTimeLimit } from '../../runtime/mongodb/time-limit.js'
import { contactTotals } from '../contacts/contact-totals.js'
import { liveMembers } from '../segments/count-members.js'
import { findSegment } from '../segments/find-segment.js'
import { consenting, recipientsOf, type Addressed } from './audience.js'

const PATIENCE_MS = 2_000

/**
 * About how many contacts a campaign will be sent to, suppressed addresses included: from the counters where possible,
 * else counted for up to `patienceMs`. A count that takes longer is replaced by the last known size of the segment, or
 * by all contacts. An audience whose segment is gone counts 0.
 */
export async function estimateRecipients(campaign: Addressed, patienceMs = PATIENCE_MS): Promise<number> {
  try {
    return await estimate(campaign, (recipients) => countWithin(recipients, patienceMs))
  } catch (error) {
    if (error instanceof AppError) return 0
    throw error
  }
}

async function estimate(
  campaign: Addressed,
  count: (recipients: MongoFilter) => Promise<number | null>,
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

async function countWithin(recipients: MongoFilter, patienceMs: number): Promise<number | null> {
  try {
    return await Contact.countDocuments(recipients).maxTimeMS(patienceMs)
  } catch (error) {
    if (isTimeLimit(error)) return null
    throw error
  }
}

import type { ContactTotals } from '../../../models/contact-count.js'
import { Contact } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { countSuppressed } from '../../audience/contacts/by-suppression.js'
import { scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { contactTotals } from '../../audience/contacts/contact-totals.js'
import { membersOf, recipientsOf, type Addressed } from '../../audience/contacts/audience.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/** How many contacts an audience has, and how many of them a campaign reaches. */
export interface AudienceCount {
  total: number
  eligible: number
  unsubscribed: number
  /** Suppressed addresses among the subscribed contacts. */
  suppressed: number
  /** Contacts among the unsubscribed ones who only pause marketing mail. */
  snoozed: number
  /** The ids of up to ten contacts of the audience. */
  sampleIds: string[]
}

/** The count of an audience, and whether all of its numbers are exact. */
export interface CountInTime {
  counted: AudienceCount
  isExact: boolean
}

/** The number of contacts that stand for an audience. */
export const SAMPLE_SIZE = 10

/**
 * Counts an audience as it is now. The number of all contacts comes from the project's counters; the members of another
 * audience are counted one by one. Suppressed contacts are found by the addresses that the project suppresses. Throws
 * RESOURCE_NOT_FOUND when the segment is gone, BAD_REQUEST for a condition that is too large, and SERVICE_UNAVAILABLE
 * when counting takes longer than `limitMs`.
 */
export async function countAudience(campaign: Addressed, limitMs = SCAN_LIMIT_MS): Promise<AudienceCount> {
  const deadline = Date.now() + limitMs
  const members =
    campaign.audienceType === 'ALL'
      ? await countEveryone(campaign.projectId, deadline)
      : await countMembers(campaign.projectId, await membersOf(campaign), deadline)
  const suppressed = await countSuppressed(campaign.projectId, await recipientsOf(campaign), { deadline })
  return audienceCount(campaign, { ...members, suppressed })
}

/** The count of an audience from the numbers of its members. */
export function audienceCount(
  { type }: Pick<Addressed, 'type'>,
  { contacts: total, subscribed, snoozed, sampleIds, suppressed }: Members & { suppressed: number },
): AudienceCount {
  const asksConsent = type !== 'TRANSACTIONAL'
  const unsubscribed = asksConsent ? total - subscribed : 0
  // Contacts may change between the counts, so that the difference could be negative.
  const eligible = Math.max(0, total - unsubscribed - suppressed)
  return { total, eligible, unsubscribed, suppressed, snoozed: asksConsent ? snoozed : 0, sampleIds }
}

/** The numbers of the members of an audience. */
type Members = ContactTotals & Pick<AudienceCount, 'snoozed' | 'sampleIds'>

async function countEveryone(projectId: string, deadline: number): Promise<Members> {
  const paused = { projectId, snoozedUntil: { $gt: databaseNow() } }
  const [totals, snoozed, sample] = await Promise.all([
    contactTotals(projectId),
    scan(projectId, (limits) => Contact.countDocuments(paused, limits), deadline),
    // indexed: the newest of the project.
    Contact.find({ projectId }, { _id: 1 }).sort({ _id: -1 }).limit(SAMPLE_SIZE).lean(),
  ])
  return { ...totals, snoozed, sampleIds: sample.map(({ _id }) => _id) }
}

async function countMembers(projectId: string, members: OwnedQuery, deadline: number): Promise<Members> {
  const sums = { $group: { _id: null, ...memberSums(databaseNow()) } }
  const [counted] = await scan(
    projectId,
    (limits) =>
      Contact.aggregate<Members>([{ $match: members }, sums])
        .option(limits)
        .exec(),
    deadline,
  )
  return counted ?? { contacts: 0, subscribed: 0, snoozed: 0, sampleIds: [] }
}

/** The accumulators that count contacts in one pass, and pick the first of them. */
function memberSums(now: Date) {
  return {
    contacts: { $sum: 1 },
    subscribed: { $sum: { $cond: ['$subscribed', 1, 0] } },
    snoozed: { $sum: { $cond: [{ $gt: ['$snoozedUntil', now] }, 1, 0] } },
    sampleIds: { $firstN: { input: '$_id', n: SAMPLE_SIZE } },
  } as const
}

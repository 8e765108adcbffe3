import { Contact } from '../../models/contact.js'
import type { MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import { AppError } from '../../models/domain/errors.js'
import { Suppression } from '../../models/suppression.js'
import { READ_LIMIT_MS, withinTimeLimit } from '../within-time-limit.js'
import { contactTotals, type ContactTotals } from '../contacts/contact-totals.js'
import { membersOf, recipientsOf, type Addressed } from './audience.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { inForce } from '../emails/suppressions-in-force.js'
import { spelledAsAny } from '../address-spellings.js'

/** How many contacts an audience has, and how many of them a campaign reaches. */
export interface AudienceCount {
  total: number
  eligible: number
  unsubscribed: number
  /** Suppressed addresses among the subscribed contacts. */
  suppressed: number
}

const BATCH = 1_000
const BY_ADDRESS = { projectId: 1, email: 1 } as const

/**
 * Counts an audience as it is now. The number of all contacts comes from the project's counters; the members of another
 * audience are counted one by one. Suppressed contacts are found by the addresses that the project suppresses. Throws
 * RESOURCE_NOT_FOUND when the segment is gone, BAD_REQUEST for a condition that is too large, and SERVICE_UNAVAILABLE
 * when counting takes too long.
 */
export async function countAudience(campaign: Addressed): Promise<AudienceCount> {
  const deadline = Date.now() + READ_LIMIT_MS
  const { contacts: total, subscribed } =
    campaign.audienceType === 'ALL'
      ? await contactTotals(campaign.projectId)
      : await countMembers(await membersOf(campaign), deadline)
  const unsubscribed = campaign.type === 'TRANSACTIONAL' ? 0 : total - subscribed
  const suppressed = await countSuppressed(campaign.projectId, await recipientsOf(campaign), deadline)
  // Contacts may change between the counts, so that the difference could be negative.
  return { total, eligible: Math.max(0, total - unsubscribed - suppressed), unsubscribed, suppressed }
}

async function countMembers(members: MongoFilter, deadline: number): Promise<ContactTotals> {
  const counting = Contact.aggregate<ContactTotals>([
    { $match: members },
    { $group: { _id: null, contacts: { $sum: 1 }, subscribed: { $sum: { $cond: ['$subscribed', 1, 0] } } } },
  ]).option({ maxTimeMS: remainingMs(deadline) })
  const [counted] = await withinTimeLimit(counting.exec())
  return { contacts: counted?.contacts ?? 0, subscribed: counted?.subscribed ?? 0 }
}

async function countSuppressed(projectId: string, recipients: MongoFilter, deadline: number): Promise<number> {
  const count = async (addresses: string[]): Promise<number> =>
    withinTimeLimit(
      Contact.countDocuments({ $and: [{ projectId, email: spelledAsAny(addresses) }, recipients] })
        .hint(BY_ADDRESS)
        .maxTimeMS(remainingMs(deadline)),
    )
  const suppressions = Suppression.find({ projectId, ...inForce(databaseNow()) }, { _id: 0, email: 1 })
    .sort({ email: 1 })
    .lean()
    .cursor()
  let found = 0
  let addresses: string[] = []
  for await (const { email } of suppressions) {
    if (addresses.push(email) < BATCH) continue
    found += await count(addresses)
    addresses = []
  }
  return addresses.length > 0 ? found + (await count(addresses)) : found
}

function remainingMs(deadline: number): number {
  const leftMs = deadline - Date.now()
  if (leftMs <= 0)
    throw new AppError('SERVICE_UNAVAILABLE', 'Counting took too long: try again when there is less to do')
  return leftMs
}

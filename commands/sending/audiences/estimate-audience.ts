import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { Suppression } from '../../../models/suppression.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { spelledAsAny } from '../../base/listing/address-spellings.js'
import { membersOf, type Addressed } from '../../audience/contacts/audience.js'
import { audienceCount, SAMPLE_SIZE, type AudienceCount } from './count-audience.js'
import { contactTotals } from '../../audience/contacts/contact-totals.js'
import { RANDOM_PART_INDEX, randomPart } from '../../audience/contacts/random-part.js'
import { inForce } from '../../audience/contacts/suppressions-in-force.js'
import { scan } from '../../base/listing/scan.js'

const LIMIT_MS = 10_000
const BATCH = 1_000

/** What a count needs of a contact that is in an audience. */
export type Met = Pick<ContactRecord, '_id' | 'email' | 'subscribed' | 'snoozedUntil'>
export const MET_FIELDS = { email: 1, subscribed: 1, snoozedUntil: 1 } as const

/**
 * Estimates the count of an audience: reads some thousand contacts of the project, drawn at random, and projects their
 * numbers onto all contacts. Throws as `membersOf`, and SERVICE_UNAVAILABLE when reading takes too long.
 */
export async function estimateAudience(audience: Addressed): Promise<AudienceCount> {
  const { projectId } = audience
  const { contacts } = await contactTotals(projectId)
  const { read, met } = await readSome(projectId, await membersOf(audience))
  const scaled = (count: number): number => (read === 0 ? 0 : Math.round((count / read) * contacts))
  return countMet(audience, met, scaled)
}

/** The count of an audience from contacts that are in it; `scaled` turns a number of them into a number of all. */
export async function countMet(
  audience: Addressed,
  met: readonly Met[],
  scaled: (count: number) => number,
): Promise<AudienceCount> {
  const { projectId, type } = audience
  const now = databaseNow()
  const reachable = type === 'TRANSACTIONAL' ? met : met.filter(({ subscribed }) => subscribed)
  const suppressed = await countSuppressed(
    projectId,
    reachable.map(({ email }) => email),
  )
  return audienceCount(audience, {
    contacts: scaled(met.length),
    subscribed: scaled(met.filter(({ subscribed }) => subscribed).length),
    snoozed: scaled(met.filter(({ snoozedUntil }) => snoozedUntil && snoozedUntil > now).length),
    suppressed: scaled(suppressed),
    sampleIds: met.slice(0, SAMPLE_SIZE).map(({ _id }) => _id),
  })
}

/** Reads a random part of the contacts: how many there are, and those that meet `members`. */
async function readSome(projectId: string, members: MongoFilter): Promise<{ read: number; met: Met[] }> {
  const part = await randomPart(projectId)
  const [found] = await scan(
    projectId,
    (limits) =>
      Contact.aggregate<{ read: { count: number }[]; met: Met[] }>([
        { $match: part },
        { $facet: { read: [{ $count: 'count' }], met: [{ $match: members }, { $project: MET_FIELDS }] } },
      ])
        .option({ hint: RANDOM_PART_INDEX, ...limits })
        .exec(),
    Date.now() + LIMIT_MS,
  )
  return { read: found?.read[0]?.count ?? 0, met: found?.met ?? [] }
}

async function countSuppressed(projectId: string, addresses: string[]): Promise<number> {
  let found = 0
  for (let start = 0; start < addresses.length; start += BATCH) {
    const email = spelledAsAny(addresses.slice(start, start + BATCH))
    found += await Suppression.countDocuments({ projectId, email, ...inForce(databaseNow()) })
  }
  return found
}

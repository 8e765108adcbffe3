import { projectsOf } from '../../../models/by-shard.js'
import mongoose from 'mongoose'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { retryWhileUnavailable } from '../../../runtime/mongodb/retry-while-unavailable.js'

/**
 * Stores emails that are claimed for their submission, and returns the emails that this call has stored.
 * An email whose id is stored already belongs to another call and stays as it is. A lost reply of MongoDB causes no
 * unknown outcome: the claim of an email shows which call has stored it.
 */
export async function storeClaimed(emails: EmailRecord[]): Promise<EmailRecord[]> {
  if (emails.length === 0) return []
  const existing = new Set<string>()
  await retryWhileUnavailable(async () => {
    for (const id of await insertMissing(emails)) existing.add(id)
  })
  if (existing.size === 0) return emails
  const mine = await retryWhileUnavailable(() => findByClaims(emails, [...existing]))
  return emails.filter(({ _id }) => !existing.has(_id) || mine.has(_id))
}

/** Emails that are not stored yet, with the fields of a new claim. */
export function withNewClaim(emails: readonly EmailRecord[]): EmailRecord[] {
  const now = databaseNow()
  const claim = newId()
  const claimed = { status: 'SENDING', attempt: 1, claim, claimedAt: now, createdAt: now, updatedAt: now } as const
  return emails.map(({ listedStatus: _listed, ...email }) => ({ ...email, ...claimed }))
}

/** Inserts emails. Returns the ids of the emails that were stored already. */
async function insertMissing(emails: EmailRecord[]): Promise<string[]> {
  try {
    await Email.collection.insertMany(emails, { ordered: false, ignoreUndefined: true })
    return []
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
    const failed = [error.writeErrors].flat()
    if (!failed.every(isDuplicateKey)) throw error
    return failed.flatMap(({ index }) => emails[index]?._id ?? [])
  }
}

async function findByClaims(emails: EmailRecord[], ids: string[]): Promise<Set<string>> {
  const claims = [...new Set(emails.flatMap(({ claim }) => claim ?? []))]
  const found = await Email.find(
    { _id: { $in: ids }, projectId: projectsOf(emails), claim: { $in: claims } },
    { _id: 1 },
  ).lean()
  return new Set(found.map(({ _id }) => _id))
}

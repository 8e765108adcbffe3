import mongoose from 'mongoose'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'

/**
 * Stores emails of one project that are claimed for their submission, and returns those that this call has claimed. An
 * email whose id is stored already belongs to the call that stored it, and stays as it is. A lost reply leaves no
 * unknown outcome: the claim of an email tells which call has stored it.
 */
export async function storeClaimed(emails: EmailRecord[]): Promise<EmailRecord[]> {
  if (emails.length === 0) return []
  const taken = new Set<string>()
  await retryWhileUnavailable(async () => {
    for (const id of await insertMissing(emails)) taken.add(id)
  })
  if (taken.size === 0) return emails
  const own = await retryWhileUnavailable(() => findOwn(emails, [...taken]))
  return emails.filter(({ _id }) => !taken.has(_id) || own.has(_id))
}

/** Emails that are not stored yet, as one claim from now on has them. */
export function claimedNow(emails: readonly EmailRecord[]): EmailRecord[] {
  const now = databaseNow()
  const claim = newId()
  const claimed = { status: 'SENDING', attempt: 1, claim, claimedAt: now, createdAt: now, updatedAt: now } as const
  return emails.map((email) => ({ ...email, ...claimed }))
}

/** Inserts the emails; returns the ids of those that were stored before. */
async function insertMissing(emails: EmailRecord[]): Promise<string[]> {
  try {
    await Email.collection.insertMany(emails as never[], { ordered: false, ignoreUndefined: true })
    return []
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
    const failed = [error.writeErrors].flat()
    if (!failed.every(isDuplicateKey)) throw error
    return failed.flatMap(({ index }) => emails[index]?._id ?? [])
  }
}

async function findOwn(emails: EmailRecord[], ids: string[]): Promise<Set<string>> {
  const claims = [...new Set(emails.flatMap(({ claim }) => claim ?? []))]
  const own = await Email.find(
    { _id: { $in: ids }, projectId: emails[0]?.projectId ?? '', claim: { $in: claims } },
    { _id: 1 },
  ).lean()
  return new Set(own.map(({ _id }) => _id))
}

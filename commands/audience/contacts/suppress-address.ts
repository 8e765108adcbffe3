import type { ClientSession } from 'mongoose'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { SOFT_BOUNCE_PAUSE_MS } from '../../../models/domain/bounces/soft-bounce-run.js'
import { AppError } from '../../../models/domain/errors.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { SoftBounces } from '../../../models/soft-bounces.js'
import { Suppression, type SuppressionRecord } from '../../../models/suppression.js'
import { spelledAs } from '../../base/listing/address-spellings.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { ContactBook } from './contact-book.js'
import { inForce } from './suppressions-in-force.js'

/**
 * Suppresses an address on request. Every message that is claimed after the return is suppressed; a message that is
 * being submitted may still leave. An address that is already suppressed for good keeps its reason. An address that is
 * paused after soft bounces becomes suppressed for good.
 */
export async function suppressAddress(
  projectId: string,
  email: string,
): Promise<{ suppression: SuppressionRecord; isNew: boolean }> {
  return retryOnDuplicateKey(() => suppressForGood({ projectId, email, reason: 'MANUAL' }))
}

/** An address to suppress for good, and the reason. */
interface PermanentSuppression {
  projectId: string
  email: string
  reason: Exclude<SuppressionRecord['reason'], 'SOFT_BOUNCES'>
}

/**
 * Suppresses an address in one write, until the suppression is lifted. It replaces a pause; another suppression stays
 * as it is. `isNew` is true when the address was not suppressed at all.
 */
export async function suppressForGood(
  { projectId, email, reason }: PermanentSuppression,
  session?: ClientSession,
): Promise<{ suppression: SuppressionRecord; isNew: boolean }> {
  const createdAt = databaseNow()
  const added = { _id: newId(), projectId, email: normaliseAddress(email), reason, createdAt }
  const isStored = { $eq: [{ $type: '$reason' }, 'string'] }
  const isForGood = { $and: [isStored, { $ne: ['$reason', 'SOFT_BOUNCES'] }] }
  const existing = await Suppression.collection.findOneAndUpdate(
    { projectId, email: spelledAs(email) },
    [
      { $set: { _id: { $ifNull: ['$_id', added._id] }, projectId, email: { $ifNull: ['$email', added.email] } } },
      // One stage sets both fields, so that both depend on the reason before the write.
      {
        $set: {
          reason: { $cond: [isForGood, '$reason', reason] },
          createdAt: { $cond: [isForGood, '$createdAt', createdAt] },
        },
      },
      { $unset: 'expiresAt' },
    ],
    { upsert: true, returnDocument: 'before', ...(session ? { session } : {}) },
  )
  const isOver = existing?.expiresAt !== undefined && existing.expiresAt <= createdAt
  if (existing && existing.reason !== 'SOFT_BOUNCES') return { suppression: existing, isNew: false }
  return {
    suppression: { ...added, _id: existing?._id ?? added._id, email: existing?.email ?? added.email },
    isNew: !existing || isOver,
  }
}

/** Pauses an address after soft bounces. A suppression for good stays as it is. */
export async function pauseAddress(
  session: ClientSession,
  { projectId, email, now }: { projectId: string; email: string; now: Date },
): Promise<void> {
  const filter = { projectId, email: spelledAs(email) }
  const expiresAt = new Date(now.getTime() + SOFT_BOUNCE_PAUSE_MS)
  // An expired suppression may still be stored, because MongoDB deletes it a moment later.
  await Suppression.deleteMany({ ...filter, expiresAt: { $lte: now } }, { session })
  await Suppression.updateOne(
    filter,
    { $setOnInsert: { email: normaliseAddress(email), reason: 'SOFT_BOUNCES', expiresAt } },
    { upsert: true, session },
  )
}

/**
 * Lifts the suppression of an address, including a pause. A contact is subscribed again if a permanent bounce ended its
 * subscription and nobody has decided about it since: a bounce is no wish of a person. Otherwise the contact stays as
 * it is. Soft bounces of the address count from zero. Throws RESOURCE_NOT_FOUND when the address is not suppressed.
 */
export async function liftSuppression(projectId: string, email: string): Promise<void> {
  await inTransaction(async (session) => {
    const filter = { projectId, email: spelledAs(email), ...inForce(databaseNow()) }
    const lifted = await Suppression.find(filter, { reason: 1 }, { session }).lean()
    if (lifted.length === 0) throw notSuppressed(email)
    await Suppression.deleteMany(filter, { session })
    await SoftBounces.deleteOne({ projectId, email: normaliseAddress(email) }, { session })
    if (lifted.some(({ reason }) => reason === 'BOUNCE')) await resubscribe(session, projectId, email)
  })
}

async function resubscribe(session: ClientSession, projectId: string, email: string): Promise<void> {
  const address = normaliseAddress(email)
  const book = await ContactBook.open(session, projectId, { emails: [address] })
  const contact = book.find({ email: address })
  if (!contact?.isUnsubscribedByBounce) return
  book.setSubscription(contact._id, { subscribed: true, source: 'suppression_lifted' })
  await book.write()
}

function notSuppressed(email: string): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'Suppression not found', {
    details: { resource: 'suppression', id: email },
  })
}

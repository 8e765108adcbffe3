import type { ClientSession } from 'mongoose'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { SOFT_BOUNCE_PAUSE_MS } from '../../models/domain/bounces/soft-bounce-run.js'
import { AppError } from '../../models/domain/errors.js'
import { retryOnDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { SoftBounces } from '../../models/soft-bounces.js'
import { Suppression, type SuppressionRecord } from '../../models/suppression.js'
import { spelledAs } from '../address-spellings.js'
import { inForce } from './suppressions-in-force.js'

/**
 * Suppresses an address by hand. Every message that is claimed after this returns is suppressed; a message that is
 * being submitted may still leave. An address that is suppressed for good already keeps its reason; one that is paused
 * after soft bounces is suppressed for good from now on.
 */
export async function suppressAddress(
  projectId: string,
  email: string,
): Promise<{ suppression: SuppressionRecord; isNew: boolean }> {
  return retryOnDuplicateKey(() => suppressForGood({ projectId, email, reason: 'MANUAL' }))
}

/** An address to suppress for good, and why. */
interface ForGood {
  projectId: string
  email: string
  reason: Exclude<SuppressionRecord['reason'], 'SOFT_BOUNCES'>
}

/**
 * Suppresses an address until somebody lifts it, in one write. It takes the place of a pause; another suppression stays
 * as it is. `isNew` is whether the address was not suppressed at all.
 */
export async function suppressForGood(
  { projectId, email, reason }: ForGood,
  session?: ClientSession,
): Promise<{ suppression: SuppressionRecord; isNew: boolean }> {
  const createdAt = databaseNow()
  const made = { _id: newId(), projectId, email: normaliseAddress(email), reason, createdAt }
  const isStored = { $eq: [{ $type: '$reason' }, 'string'] }
  const isForGood = { $and: [isStored, { $ne: ['$reason', 'SOFT_BOUNCES'] }] }
  const before = await Suppression.collection.findOneAndUpdate(
    { projectId, email: spelledAs(email) },
    [
      { $set: { _id: { $ifNull: ['$_id', made._id] }, projectId, email: { $ifNull: ['$email', made.email] } } },
      // Both are judged by the reason as it was.
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
  const known = before as SuppressionRecord | null
  const isOver = known?.expiresAt !== undefined && known.expiresAt <= createdAt
  if (known && known.reason !== 'SOFT_BOUNCES') return { suppression: known, isNew: false }
  return {
    suppression: { ...made, _id: known?._id ?? made._id, email: known?.email ?? made.email },
    isNew: !known || isOver,
  }
}

/** Pauses an address after soft bounces. A suppression for good stays one. */
export async function pauseAddress(
  session: ClientSession,
  { projectId, email, now }: { projectId: string; email: string; now: Date },
): Promise<void> {
  const filter = { projectId, email: spelledAs(email) }
  const expiresAt = new Date(now.getTime() + SOFT_BOUNCE_PAUSE_MS)
  // What is over is about to be deleted.
  await Suppression.deleteMany({ ...filter, expiresAt: { $lte: now } }, { session })
  await Suppression.updateOne(
    filter,
    { $setOnInsert: { email: normaliseAddress(email), reason: 'SOFT_BOUNCES', expiresAt } },
    { upsert: true, session },
  )
}

/**
 * Lifts the suppression of an address, also one that would end by itself; its contact stays as it is. Its soft bounces
 * count from zero. Throws RESOURCE_NOT_FOUND for none.
 */
export async function liftSuppression(projectId: string, email: string): Promise<void> {
  const filter = { projectId, email: spelledAs(email) }
  const { deletedCount } = await Suppression.deleteMany({ ...filter, ...inForce(databaseNow()) })
  if (deletedCount === 0) {
    throw new AppError('RESOURCE_NOT_FOUND', 'Suppression not found', {
      details: { resource: 'suppression', id: email },
    })
  }
  await SoftBounces.deleteOne({ projectId, email: normaliseAddress(email) })
}

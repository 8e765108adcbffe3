import type { ClientSession } from 'mongoose'
import { AppError } from '../../models/domain/errors.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { IdempotencyKey, type IdempotencyClaim, type IdempotencyKeyRecord } from '../../models/idempotency-key.js'
import { newId } from '../../runtime/ids.js'

const LEASE_MS = 60_000

/** Which key of which project, and the request that carries it. */
export interface IdempotencyRequest {
  projectId: string
  key: string
  /** Such as `POST /v1/send`. */
  endpoint: string
  ttlMs: number
}

/**
 * Claims a key for one request. Of several at once exactly one wins; the others, and all that come later, get
 * IDEMPOTENCY_KEY_REUSED. A claim whose process died is a lease that ends: whoever comes after it takes it over,
 * which is safe because the work is stored only by the holder of the claim (see `storeWithClaim`).
 */
export async function claimIdempotencyKey(request: IdempotencyRequest): Promise<IdempotencyClaim> {
  const { projectId, key, endpoint, ttlMs } = request
  const now = new Date()
  const workId = newId()
  const claim = {
    endpoint,
    workId,
    state: 'in_flight',
    statusCode: null,
    requestedAt: now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    expiresAt: new Date(now.getTime() + ttlMs),
  } as const
  const isFree = [{ expiresAt: { $lte: now } }, { state: 'in_flight' as const, leaseUntil: { $lte: now } }]
  try {
    const taken = await IdempotencyKey.findOneAndUpdate(
      { projectId, key, $or: isFree },
      { $set: claim, $setOnInsert: { _id: newId() } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
    return { id: taken._id, projectId, workId, isStored: false }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const holder = await IdempotencyKey.findOne({ projectId, key }).lean()
    // The holder let go of it in this very moment.
    if (!holder) return claimIdempotencyKey(request)
    throw reused(holder)
  }
}

/**
 * Notes inside the transaction that stores the work that this claim's work is stored, and answered with 200.
 * Throws IDEMPOTENCY_KEY_REUSED, and with it undoes the transaction, when another attempt took the claim over.
 */
export async function storeWithClaim(claim: IdempotencyClaim, session: ClientSession): Promise<void> {
  const { id, projectId, workId } = claim
  const held = await IdempotencyKey.updateOne(
    { _id: id, projectId, workId, state: 'in_flight' },
    { $set: { state: 'finished', statusCode: 200 } },
    { session },
  )
  if (held.modifiedCount === 1) return
  const holder = await IdempotencyKey.findOne({ _id: id, projectId }, null, { session }).lean()
  throw holder ? reused(holder) : new AppError('CONFLICT', 'The idempotency key expired while its request ran')
}

/** Frees the key of a request that was refused with nothing done. */
export async function releaseIdempotencyKey({ id, projectId, workId }: IdempotencyClaim): Promise<void> {
  await IdempotencyKey.deleteOne({ _id: id, projectId, workId, state: 'in_flight' })
}

/** Keeps the key of a request that ended, with the status it was answered with. */
export async function completeIdempotencyKey(claim: IdempotencyClaim, statusCode: number): Promise<void> {
  const { id, projectId, workId } = claim
  await IdempotencyKey.updateOne(
    { _id: id, projectId, workId, state: 'in_flight' },
    { $set: { state: 'finished', statusCode } },
  )
}

function reused(holder: IdempotencyKeyRecord): AppError {
  return new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used before', {
    details: {
      key: holder.key,
      originalRequest: holder.endpoint,
      originalRequestAt: holder.requestedAt.toISOString(),
      originalStatusCode: holder.statusCode,
    },
    suggestion: 'Use a new key for a new request; the first one with this key is not repeated.',
  })
}

import type { ClientSession } from 'mongoose'
import { AppError } from '../../../models/domain/errors.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import {
  IdempotencyKey,
  type CredentialKind,
  type IdempotencyClaim,
  type IdempotencyKeyRecord,
} from '../../../models/idempotency-key.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

const LEASE_MS = 60_000

/** An idempotency key of a project's public or secret credentials, and the request that carries it. */
export interface IdempotencyRequest {
  projectId: string
  credential: CredentialKind
  key: string
  /** For example `POST /v1/send`. */
  endpoint: string
  ttlMs: number
}

/**
 * Claims a key for one request. Exactly one of several concurrent requests gets the claim; the others, and all later
 * ones, get IDEMPOTENCY_KEY_REUSED. When the process of a claim dies, its lease ends and a later request takes the
 * claim over. This is safe because only the holder of the claim can store the work (see `storeWithClaim`).
 */
export async function claimIdempotencyKey(request: IdempotencyRequest): Promise<IdempotencyClaim> {
  const { projectId, credential, key, endpoint, ttlMs } = request
  const now = databaseNow()
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
    const claimed = await IdempotencyKey.findOneAndUpdate(
      { projectId, credential, key, $or: isFree },
      { $set: claim, $setOnInsert: { _id: newId() } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
    return { id: claimed._id, projectId, workId, isStored: false }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const holder = await IdempotencyKey.findOne({ projectId, credential, key }).lean()
    // The holder has released the key since the write above.
    if (!holder) return claimIdempotencyKey(request)
    throw reused(holder)
  }
}

/**
 * Completes a claim with status 200 inside the transaction that stores its work. Throws IDEMPOTENCY_KEY_REUSED, which
 * aborts the transaction, when another request has taken the claim over.
 */
export async function storeWithClaim(claim: IdempotencyClaim, session: ClientSession): Promise<void> {
  const { id, projectId, workId } = claim
  const completed = await IdempotencyKey.updateOne(
    { _id: id, projectId, workId, state: 'in_flight' },
    { $set: { state: 'finished', statusCode: 200 } },
    { session },
  )
  if (completed.modifiedCount === 1) return
  const holder = await IdempotencyKey.findOne({ _id: id, projectId }, null, { session }).lean()
  throw holder ? reused(holder) : new AppError('CONFLICT', 'The idempotency key expired while its request ran')
}

/**
 * Completes several claims of one project as `storeWithClaim` does, in one write. Throws CONFLICT when another request
 * has taken any of several claims over; for a single claim it throws as `storeWithClaim` does.
 */
export async function storeWithClaims(claims: readonly IdempotencyClaim[], session: ClientSession): Promise<void> {
  const [first, ...others] = claims
  if (!first) return
  if (others.length === 0) return storeWithClaim(first, session)
  const { modifiedCount } = await IdempotencyKey.updateMany(
    { $or: claims.map(({ id, projectId, workId }) => ({ _id: id, projectId, workId, state: 'in_flight' as const })) },
    { $set: { state: 'finished', statusCode: 200 } },
    { session },
  )
  if (modifiedCount < claims.length) throw new AppError('CONFLICT', 'An idempotency key was taken over')
}

/** Releases the key of a request that was refused without effects. */
export async function releaseIdempotencyKey({ id, projectId, workId }: IdempotencyClaim): Promise<void> {
  await IdempotencyKey.deleteOne({ _id: id, projectId, workId, state: 'in_flight' })
}

/** Completes the claim of a request with the status of its response. */
export async function completeIdempotencyKey(claim: IdempotencyClaim, statusCode: number): Promise<void> {
  const { id, projectId, workId } = claim
  await IdempotencyKey.updateOne(
    { _id: id, projectId, workId, state: 'in_flight' },
    { $set: { state: 'finished', statusCode } },
  )
}

function reused(holder: IdempotencyKeyRecord): AppError {
  return new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key has already been used', {
    details: {
      key: holder.key,
      originalRequest: holder.endpoint,
      originalRequestAt: holder.requestedAt.toISOString(),
      originalStatusCode: holder.statusCode,
    },
    suggestion: 'Use a new key for a new request. The request with this key is not repeated',
  })
}

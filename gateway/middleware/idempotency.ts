import {
  claimIdempotencyKey,
  releaseIdempotencyKey,
  completeIdempotencyKey,
  type IdempotencyRequest,
} from '../../commands/base/idempotency/claim-idempotency-key.js'
import { AppError } from '../../models/domain/errors.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import type { Logger } from '../../runtime/logger.js'
import { explainError } from '../http/response/explain-error.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { STATUS } from '../http/response/status.js'

/** Claims, releases and completes idempotency keys. */
export interface IdempotencyKeys {
  claim(request: IdempotencyRequest): Promise<IdempotencyClaim>
  release(claim: IdempotencyClaim): Promise<void>
  complete(claim: IdempotencyClaim, statusCode: number): Promise<void>
}

const STORED_KEYS: IdempotencyKeys = {
  claim: claimIdempotencyKey,
  release: releaseIdempotencyKey,
  complete: completeIdempotencyKey,
}

/** A request to an idempotent endpoint, with what its header `Idempotency-Key` holds. */
export type RequestWithKey = Omit<IdempotencyRequest, 'key'> & { key: unknown }

const ACCEPTABLE = /^[\x20-\x7e]{1,255}$/

/**
 * Runs `work` with a claim of the request's `Idempotency-Key`, or with null when there is no such header. A refusal
 * without effect releases the key; success and unexpected errors keep it. Throws BAD_REQUEST for an invalid key and
 * IDEMPOTENCY_KEY_REUSED for a claimed one.
 */
export async function withIdempotencyKey<T extends { status: number }>(
  { key, ...request }: RequestWithKey,
  log: Logger,
  work: (claim: IdempotencyClaim | null) => Promise<T>,
  keys: IdempotencyKeys = STORED_KEYS,
): Promise<T> {
  if (key === undefined) return work(null)
  if (typeof key !== 'string' || !ACCEPTABLE.test(key)) {
    throw new AppError('BAD_REQUEST', 'An Idempotency-Key must have 1 to 255 printable ASCII characters')
  }
  const claim = await keys.claim({ ...request, key })
  try {
    const answer = await work(claim)
    if (!claim.isStored) await end(log, () => keys.complete(claim, answer.status))
    return answer
  } catch (error) {
    const { status } = STATUS[explainError(error).code]
    await end(log, () => (status < 500 && !claim.isStored ? keys.release(claim) : keys.complete(claim, status)))
    throw error
  }
}

/** Ends a claim. The answer does not depend on this update, because a claim that was not ended expires. */
async function end(log: Logger, update: () => Promise<void>): Promise<void> {
  try {
    await update()
  } catch (error) {
    log.warn({ error: loggableError(error) }, 'idempotency key not updated')
  }
}

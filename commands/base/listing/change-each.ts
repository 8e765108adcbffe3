import { AppError, type ErrorCode } from '../../../models/domain/errors.js'
import { mapConcurrent } from '../../../runtime/concurrency/map-concurrent.js'

const CONCURRENCY = 4

/** What a bulk change did to one record: `error` says why it was refused. */
export interface BulkResult {
  id: string
  error: { code: ErrorCode; message: string; details?: Record<string, unknown> | undefined } | null
}

/**
 * Makes a change of each record, a few at a time, and returns the result of each in the order of `ids`. A refusal
 * concerns its own record. Any other error ends the bulk change: the records that are already changed stay changed, and
 * the same request can be made again.
 */
export async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<BulkResult[]> {
  const errors = new Map<string, AppError>()
  const unique = [...new Set(ids)]
  await mapConcurrent(unique, CONCURRENCY, async (id) => {
    try {
      await change(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.set(id, error)
    }
  })
  return unique.map((id) => {
    const error = errors.get(id)
    return { id, error: error ? { code: error.code, message: error.message, details: error.details } : null }
  })
}

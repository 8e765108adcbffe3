import { AppError } from '../models/domain/errors.js'
import { isTimeLimit } from '../runtime/mongodb/time-limit.js'

/** The `maxTimeMS` of a read over every contact or event of a project. */
export const READ_LIMIT_MS = 15_000
// The longest time that MongoDB takes.
const MAX_TIME_MS = 2 ** 31 - 1

/** The result of a read with a `maxTimeMS`. Throws SERVICE_UNAVAILABLE when the read exceeded its time. */
export async function withinTimeLimit<T>(read: PromiseLike<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!isTimeLimit(error)) throw error
    throw tooLong({ cause: error })
  }
}

/** Whether a read was given up because it exceeded its time. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE'
}

/** The `maxTimeMS` of the next of several reads that end by `deadline`. Throws SERVICE_UNAVAILABLE after it. */
export function remainingMs(deadline: number): number {
  const leftMs = deadline - Date.now()
  if (leftMs <= 0) throw tooLong()
  return Math.min(leftMs, MAX_TIME_MS)
}

function tooLong(options: { cause?: unknown } = {}): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Counting took too long: try again when there is less to do', options)
}

import { StaleChangeError } from '../../../commands/base/listing/stale-change.js'
import { AppError } from '../../../models/domain/errors.js'

/**
 * Makes a change. The error for a record that was changed since its editor read it shows in `details.current` how the
 * record is now, as `present` shows records.
 */
export async function showCurrent<R>(present: (record: never) => unknown, change: () => Promise<R>): Promise<R> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof StaleChangeError)) throw error
    const { code, message, details, suggestion = '' } = error
    const current = present(error.current as never)
    throw new AppError(code, message, { details: { ...details, current }, suggestion, cause: error })
  }
}

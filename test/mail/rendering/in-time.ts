import { LIMIT_MESSAGES, RenderError } from '../../../mail/rendering/render-message.js'

const ATTEMPTS = 10

/** Renders again where a machine that stood still used up the second of a rendering. */
export async function inTime<T>(attempt: () => T | Promise<T>, attempts = ATTEMPTS): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const isLate = error instanceof RenderError && error.message === LIMIT_MESSAGES.time
    if (isLate && attempts > 1) return inTime(attempt, attempts - 1)
    throw error
  }
}

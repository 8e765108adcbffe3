import { withinTime } from '../../runtime/concurrency/within-time.js'
import { mongodbConnected } from '../../runtime/mongodb/connection.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { preparePlatform, type PlatformSettings } from './platform.js'

// As long as the driver looks for a server.
const WAIT_MS = 3_000

/**
 * Prepares the platform when a process starts, so that no project adds the domain of the installation's sender before
 * the first mail to a user. Resolves after that, or after three seconds while MongoDB is away; it then follows once
 * MongoDB is reached. `onFailure` hears of what cannot be mended by waiting: the first mail tries again.
 */
export async function preparePlatformAtStart(
  { from }: Pick<PlatformSettings, 'from'>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  if (from === null) return
  const prepared = mongodbConnected()
    .then(() => retryWhileUnavailable(() => preparePlatform(from)))
    .catch(onFailure)
  await withinTime(prepared, WAIT_MS, 'MongoDB is away').catch(() => undefined)
}

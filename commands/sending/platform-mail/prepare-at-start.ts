import { withinTime } from '../../../runtime/concurrency/within-time.js'
import { mongodbConnected } from '../../../runtime/mongodb/connection.js'
import { retryWhileUnavailable } from '../../../runtime/mongodb/retry-while-unavailable.js'
import { preparePlatform, type PlatformSettings } from './platform.js'

// The driver looks for a server for as long.
const WAIT_MS = 3_000

/**
 * Prepares the platform when a process starts, so that no project can add the domain of the installation's sender
 * before the first mail to a user. Resolves when this is done, or after three seconds; while MongoDB is away, the
 * preparation goes on in the background until MongoDB is reached. `onFailure` is called with an error that waiting does
 * not mend; then the first mail tries again.
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

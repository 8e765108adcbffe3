import { AppError } from '../../../models/domain/errors.js'
import { createLimiter, type Limiter } from '../../../runtime/concurrency/limiter.js'
import type { WithSharedSemaphore, SharedSemaphore } from '../../../runtime/concurrency/shared-semaphore.js'

// SES takes about one call a second for a whole AWS account, and a call takes some tenths of one.
const PLACES = 2
const MAX_WAITING = 500
// More than the default quota of domains, all of which may be added at the same moment.
const MAX_WAITING_OF_PROJECT = 25
// The error must reach a caller before the caller's own time limit.
const MAX_WAIT_MS = 10_000

// Work of several calls, each of which is given up after ten seconds.
const LONGEST_MS = 60_000
const SEMAPHORE: SharedSemaphore = { work: 'ses-identities', places: PLACES, longestMs: LONGEST_MS }

/**
 * Creates the limiter of the calls that manage identities. All processes share one AWS account, so that two of them at
 * most work at a time, one call of each project in a process, and few wait. Throws SERVICE_UNAVAILABLE, without a call,
 * while too many calls wait, and for a call that has waited for ten seconds.
 */
export function createManagementLimit(withSharedSemaphore: WithSharedSemaphore): Limiter {
  const limit = createLimiter({ concurrency: PLACES, concurrencyPerKey: 1 })
  const pending = new Map<string, number>()
  let count = 0
  const step = (projectId: string, by: 1 | -1): void => {
    const ofProject = (pending.get(projectId) ?? 0) + by
    count += by
    if (ofProject === 0) pending.delete(projectId)
    else pending.set(projectId, ofProject)
  }
  return async (projectId, work) => {
    if (count >= MAX_WAITING || (pending.get(projectId) ?? 0) >= MAX_WAITING_OF_PROJECT) throw busy()
    const since = performance.now()
    step(projectId, 1)
    try {
      return await limit(projectId, async () => {
        const patienceMs = MAX_WAIT_MS - (performance.now() - since)
        const done = await withSharedSemaphore(SEMAPHORE, patienceMs, work)
        if (!done) throw busy()
        return done.result
      })
    } finally {
      step(projectId, -1)
    }
  }
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many SES requests. Try again in a minute')
}

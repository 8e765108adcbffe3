import { AppError } from '../../../models/domain/errors.js'
import { createLimiter, type Limiter } from '../../../runtime/concurrency/limiter.js'

const CONCURRENCY = 2
const MAX_WAITING = 500
// More than the default quota of domains, all of which may be added at the same moment.
const MAX_WAITING_OF_PROJECT = 25
// The error must reach a caller before the caller's own time limit.
const MAX_WAIT_MS = 10_000

/**
 * Creates the limiter of the calls that manage identities. SES takes about one a second for a whole AWS account, so few
 * calls run at a time, only one of each project, and few wait. Throws SERVICE_UNAVAILABLE, without a call, while too
 * many calls wait, and for a call that has waited for ten seconds.
 */
export function createManagementLimit(): Limiter {
  const limit = createLimiter({ concurrency: CONCURRENCY, concurrencyPerKey: 1 })
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
        if (performance.now() - since > MAX_WAIT_MS) throw busy()
        return work()
      })
    } finally {
      step(projectId, -1)
    }
  }
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many SES requests. Try again in a minute')
}

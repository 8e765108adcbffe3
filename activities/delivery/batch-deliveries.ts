import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { attach } from '../../runtime/tracing/tracing.js'
import { deliver, existing, idOf, type Delivery } from './deliver.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { WORKER_STOPPING } from './submit.js'
import { noPermit, noteAttempts } from './note-deferred.js'

/**
 * Delivers one email, by its id or as one that its claim stores; resolves once the outcome is stored. `isStopping` says
 * whether this email must not be submitted any more, where that does not depend on the worker alone.
 */
export type DeliverOne = (
  projectId: string,
  email: Delivery['email'],
  isStopping?: () => boolean,
) => Promise<DeliveryResult>

const atOnce: NonNullable<Delivery['within']> = (work) => work()

// Few enough that a crash leaves few messages with an unknown outcome.
const MAX_GROUP = 20
const CLAIMS_PER_PROJECT = 2

/**
 * The way in for emails that come one by one: those of a project that come while others are being claimed become a
 * group. No email waits for the submission of another.
 */
export function batchDeliveries(deps: DeliveryDeps): DeliverOne {
  const deliverSoon = batchCalls<Delivery & { projectId: string }, DeliveryResult>({
    keyOf: ({ projectId }) => projectId,
    maxBatch: MAX_GROUP,
    concurrencyPerKey: CLAIMS_PER_PROJECT,
    async run(emails) {
      const results = await deliver(deps, emails[0]?.projectId ?? '', emails)
      return emails.map((email) => existing(results.get(idOf(email))))
    },
  })
  return async (projectId, email, isStopping = () => deps.isStopping()) => {
    // Before the claim: a claim must not grow old while it waits for a permit.
    const { permits, retryAfterMs } = await deps.acquirePermits(projectId, 1)
    if (isStopping() || permits === 0) {
      const deferred = isStopping() ? WORKER_STOPPING : noPermit(retryAfterMs)
      await noteAttempts(projectId, [{ emailId: idOf({ email }), campaignId: null, deferred }])
      return deferred
    }
    return deliverSoon({ projectId, email, isStopping, within: attach(atOnce) })
  }
}

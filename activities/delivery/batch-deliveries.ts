import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { shardOf } from '../../runtime/mongodb/shard-of.js'
import { attach } from '../../runtime/tracing/tracing.js'
import { deliver, existing, idOf, type Delivery } from './deliver.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { WORKER_STOPPING } from './submit.js'
import { noPermit, noteAttempts } from './note-deferred.js'

/**
 * Delivers one email, a stored one or one that its claim stores; resolves once the outcome is stored.
 * `isStopping` returns whether this email must not be submitted any more; if omitted, the worker alone decides that.
 */
export type DeliverOne = (email: Delivery['email'], isStopping?: () => boolean) => Promise<DeliveryResult>

const atOnce: NonNullable<Delivery['within']> = (work) => work()

// Small groups, because a crash leaves the outcome of a whole group unknown.
const MAX_GROUP = 20
const CLAIMS_PER_PROJECT = 2
// Under load, emails that come one by one share the reads and the write of their claims.
const COOLDOWN_MS = 75

/**
 * Creates the delivery of emails that come one by one. Emails that come while others are being claimed become a group.
 * No email waits for the submission of another.
 */
export function batchDeliveries(deps: DeliveryDeps): DeliverOne {
  const deliverSoon = batchCalls<Delivery, DeliveryResult>({
    keyOf: ({ email }) => email.projectId,
    groupOf: ({ email }) => shardOf(email.projectId),
    maxBatch: MAX_GROUP,
    concurrencyPerKey: CLAIMS_PER_PROJECT,
    cooldownMs: COOLDOWN_MS,
    async run(emails) {
      const results = await deliver(deps, emails)
      return emails.map((email) => existing(results.get(idOf(email))))
    },
  })
  return async (email, isStopping = () => deps.isStopping()) => {
    const { projectId } = email
    // The permit comes before the claim, because a claim must not grow old.
    const { permits, retryAfterMs } = await deps.acquirePermits(projectId, 1)
    if (isStopping() || permits === 0) {
      const deferred = isStopping() ? WORKER_STOPPING : noPermit(retryAfterMs)
      await noteAttempts([{ projectId, emailId: idOf({ email }), campaignId: null, deferred }])
      return deferred
    }
    return deliverSoon({ email, isStopping, within: attach(atOnce) })
  }
}

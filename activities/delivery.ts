import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { Email } from '../models/email.js'
import { batchDeliveries } from './delivery/batch-deliveries.js'
import { recordGivenUp } from './delivery/fact-recorder.js'
import { allResults, deliver } from './delivery/deliver.js'
import { noPermit, noteDeferred } from './delivery/note-deferred.js'
import { WORKER_STOPPING } from './delivery/submit.js'
import type { DeliveryDeps, DeliveryResult } from './delivery/deps.js'
import { createLimiter } from '../runtime/concurrency/limiter.js'
import { withHeartbeat } from '../runtime/heartbeat.js'

const GROUPS = 8
const GROUPS_PER_PROJECT = 6

/** The activities that deliver emails which belong to no step of an execution. */
export const createDeliveryActivities = (deps: DeliveryDeps) => {
  const deliverOne = batchDeliveries(deps)
  return {
    /** Delivers one email; fails, to be retried, while the email is deferred. */
    async deliverEmail({ projectId, emailId }: { projectId: string; emailId: string }): Promise<void> {
      await withHeartbeat(async () => {
        const result = await deliverOne(projectId, emailId, untilCancelled(deps).isStopping)
        if (result.state === 'deferred') throwWhenCancelled()
        throwWhenDeferred(result)
      })
    },

    /**
     * Delivers several emails of one project; answers with the deferred ones. Fails in a worker that stops, so that
     * another one delivers the rest at once, and after its cancellation.
     */
    async deliverEmails(input: { projectId: string; emailIds: string[] }): Promise<{ deferred: string[] }> {
      return withHeartbeat(async () => {
        const deferred = await deliverInGroups(untilCancelled(deps), input)
        if (deferred.length > 0) {
          throwWhenCancelled()
          if (deps.isStopping()) throwWhenDeferred(WORKER_STOPPING)
        }
        return { deferred }
      })
    },

    /** Gives up an email whose time is over; false when the provider may have it, so that its outcome is unknown. */
    async giveUpEmail(input: { projectId: string; emailId: string; reason: string }): Promise<boolean> {
      const { projectId, emailId, reason } = input
      const sending = await Email.exists({ _id: emailId, projectId, status: 'SENDING' })
      if (sending) return false
      await recordGivenUp(deps.recorder, { projectId, emailId }, reason)
      return true
    },
  }
}
export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>

/** Delivers emails in groups of as many as there are permits for; returns the ids of the deferred ones. */
async function deliverInGroups(
  deps: DeliveryDeps,
  { projectId, emailIds }: { projectId: string; emailIds: string[] },
): Promise<string[]> {
  const waiting = [...emailIds]
  const deferred: string[] = []
  while (waiting.length > 0) {
    // Permits come before the claim, because a claim must not grow old.
    const { permits, retryAfterMs } = await deps.acquirePermits(projectId, waiting.length)
    if (deps.isStopping()) break
    if (permits === 0) {
      const deferral = noPermit(retryAfterMs)
      const emails = waiting.map((emailId) => ({ emailId, campaignId: null, deferred: deferral }))
      await noteDeferred(projectId, emails)
      break
    }
    const group = waiting.splice(0, permits).map((email) => ({ email }))
    const results = await limitGroups(projectId, () => allResults(deliver(deps, projectId, group)))
    deferred.push(...[...results].flatMap(([emailId, { state }]) => (state === 'deferred' ? emailId : [])))
  }
  return [...deferred, ...waiting]
}

// More concurrent groups would slow each other down. The limit by project keeps one project from blocking the others.
const limitGroups = createLimiter({ concurrency: GROUPS, concurrencyPerKey: GROUPS_PER_PROJECT })

// The activity of a Temporal workflow that an operator stopped submits nothing more.
function untilCancelled(deps: DeliveryDeps): DeliveryDeps {
  const { cancellationSignal } = Context.current()
  return { ...deps, isStopping: () => deps.isStopping() || cancellationSignal.aborted }
}

function throwWhenCancelled(): void {
  const { aborted, reason } = Context.current().cancellationSignal
  // A worker that shuts down cancels its activities too, and Temporal retries those on another worker.
  if (aborted && !(reason instanceof Error && reason.message === 'WORKER_SHUTDOWN')) throw reason
}

/** Throws the failure that makes Temporal retry a deferred email at the time that its result asks for. */
export function throwWhenDeferred(result: DeliveryResult): Exclude<DeliveryResult, { state: 'deferred' }> {
  if (result.state !== 'deferred') return result
  const { reason, detail = reason } = result
  throw ApplicationFailure.create({
    message: detail,
    type: 'DEFERRED',
    details: [{ reason }],
    // A deferral is expected, and Temporal's UI shows it: the log needs no line for it.
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: result.retryAfterMs,
  })
}

import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { EmailGroup, EmailRef } from '../models/domain/email-refs.js'
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
        const result = await deliverOne({ projectId, emailId }, untilCancelled(deps).isStopping)
        if (result.state === 'deferred') throwWhenCancelled()
        throwWhenDeferred(result)
      })
    },

    /**
     * Delivers several emails; answers with the deferred ones. Fails in a worker that stops, so that another one
     * delivers the rest at once, and after its cancellation.
     */
    async deliverEmails({ groups }: { groups: EmailGroup[] }): Promise<{ deferred: EmailRef[] }> {
      return withHeartbeat(async () => {
        const deferred = await deliverInGroups(untilCancelled(deps), groups)
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

/** Delivers emails in rounds of as many as there are permits for; returns the deferred ones. */
async function deliverInGroups(deps: DeliveryDeps, groups: readonly EmailGroup[]): Promise<EmailRef[]> {
  const deferred: EmailRef[] = []
  let waiting = groups
  while (waiting.length > 0) {
    // Permits come before the claim, because a claim must not grow old.
    const permitted = await Promise.all(waiting.map((group) => acquireFor(deps, group)))
    if (deps.isStopping()) break
    const deliveries = permitted.flatMap(({ now }) => now.map((email) => ({ email })))
    const results = await limitGroups(keyOf(groups), () => allResults(deliver(deps, deliveries)))
    deferred.push(...permitted.flatMap(({ now }) => now).filter(({ emailId }) => isDeferred(results.get(emailId))))
    deferred.push(...(await deferThose(permitted.filter(({ now }) => now.length === 0))))
    waiting = permitted.flatMap(({ now, later }) => (now.length > 0 && later.emailIds.length > 0 ? later : []))
  }
  return [...deferred, ...waiting.flatMap(refsOf)]
}

/** The emails of a project for which there are permits, and those that wait; for how long if there are none. */
interface Permitted {
  now: readonly EmailRef[]
  later: EmailGroup
  retryAfterMs: number
}

async function acquireFor(deps: DeliveryDeps, { projectId, emailIds }: EmailGroup): Promise<Permitted> {
  const { permits, retryAfterMs } = await deps.acquirePermits(projectId, emailIds.length)
  const now = refsOf({ projectId, emailIds: emailIds.slice(0, permits) })
  return { now, later: { projectId, emailIds: emailIds.slice(permits) }, retryAfterMs }
}

/** Notes on emails without a permit why they wait, and returns them. */
async function deferThose(all: readonly Permitted[]): Promise<EmailRef[]> {
  const emails = all.flatMap(({ later, retryAfterMs }) =>
    refsOf(later).map((email) => ({ ...email, campaignId: null, deferred: noPermit(retryAfterMs) })),
  )
  await noteDeferred(emails)
  return emails.map(({ projectId, emailId }) => ({ projectId, emailId }))
}

function refsOf({ projectId, emailIds }: EmailGroup): EmailRef[] {
  return emailIds.map((emailId) => ({ projectId, emailId }))
}

function isDeferred(result: DeliveryResult | undefined): boolean {
  return result?.state === 'deferred'
}

function keyOf([first, ...others]: readonly EmailGroup[]): string {
  return others.length > 0 ? SEVERAL_PROJECTS : (first?.projectId ?? '')
}

// More concurrent groups would slow each other down. The limit by project keeps one project from blocking the others.
const limitGroups = createLimiter({ concurrency: GROUPS, concurrencyPerKey: GROUPS_PER_PROJECT })
const SEVERAL_PROJECTS = ''

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

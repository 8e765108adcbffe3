import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { PurgePosition, PurgeTotals } from '../activities/purge.js'

const { purgeExpiredRows } = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

const MAX_NAMED = 100

/** Progress of a purge that continues as new. */
interface PurgeInput {
  from?: PurgePosition
  totals?: PurgeTotals
}

/**
 * Deletes what has expired by the settings of retention, the addresses that ended jobs hold, and files that no email
 * needs. Returns what was deleted; an attempt that broke off deleted more than it could tell.
 */
export async function purgeExpired(input: PurgeInput = {}): Promise<PurgeTotals> {
  let totals = input.totals ?? { jobs: 0, files: 0, waits: 0, events: 0, emails: 0, executions: 0, failed: [] }
  let from: PurgePosition = input.from ?? { beganMs: Date.now(), phase: 'jobs', round: 1, after: null }
  for (;;) {
    const summary = `${from.phase}, round ${from.round}`
    const { isDone, deleted, ...position } = await purgeExpiredRows.executeWithOptions({ summary }, [from])
    totals = add(totals, deleted)
    if (isDone) return totals
    from = position
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof purgeExpired>({ from, totals })
  }
}

function add(a: PurgeTotals, b: PurgeTotals): PurgeTotals {
  return {
    jobs: a.jobs + b.jobs,
    files: a.files + b.files,
    waits: a.waits + b.waits,
    events: a.events + b.events,
    emails: a.emails + b.emails,
    executions: a.executions + b.executions,
    failed: [...a.failed, ...b.failed].slice(0, MAX_NAMED),
  }
}

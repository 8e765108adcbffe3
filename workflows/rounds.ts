import { type ActivityFunctionWithOptions, continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { RoundsProgress } from '../activities/rounds.js'

/**
 * The result of a run of a schedule, for operators: how many of each kind are done, and what waits for the next run.
 */
export type RoundsDone = Pick<RoundsProgress, 'done' | 'failed'>

type DoRounds = (from?: Partial<RoundsProgress>) => Promise<RoundsDone>

// Each call goes on for up to 25 seconds.
const activities = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

// The workflows of the schedules of the installation. Each is a round over all projects.

/**
 * Recounts the dynamic segments of all projects, and updates the members of tracked segments that change with time
 * alone.
 */
export const sweepSegments = inRounds(activities.sweepSegmentsOfProjects)

/**
 * Deletes rows that have expired by the settings of retention, the addresses that ended jobs hold, and files that no
 * email needs. An attempt that broke off has deleted more than the result counts.
 */
export const purgeExpired = inRounds(activities.purgeExpiredRows)

/** Checks the sender domains that are due: the pending ones for their records, the verified ones for their loss. */
export const recheckDomains = inRounds(activities.recheckSenderDomains)

/**
 * Reports the emails of all paying projects since the last round to the meter of the service that collects payments.
 */
export const reportUsage = inRounds(activities.reportUsageOfProjects)

/**
 * Repeats an activity, each time from where the last call ended, until the round is done. Continues in a new run when
 * the history is long.
 */
function inRounds(goOn: ActivityFunctionWithOptions<JobActivities['purgeExpiredRows']>): DoRounds {
  return async (from) => {
    let progress: RoundsProgress = { ...begin(), ...from }
    for (;;) {
      progress = await goOn.executeWithOptions({ summary: summaryOf(progress) }, [progress])
      if (progress.isDone) return { done: progress.done, failed: progress.failed }
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<DoRounds>(progress)
    }
  }
}

function begin(): RoundsProgress {
  return { beganMs: Date.now(), round: 1, after: null, done: {}, failed: [], oneByOne: 0, isDone: false }
}

function summaryOf({ round, done }: RoundsProgress): string {
  return [`round ${round}`, ...Object.entries(done).map(([kind, count]) => `${count} ${kind}`)].join(', ')
}

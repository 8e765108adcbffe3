import { type ActivityFunctionWithOptions, continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { RoundsProgress } from '../activities/rounds.js'

/** What a schedule has done, for operators: how many of each kind, and what is left to its next run. */
export type RoundsDone = Pick<RoundsProgress, 'done' | 'failed'>

type DoRounds = (from?: Partial<RoundsProgress>) => Promise<RoundsDone>

// Each call goes on for up to 25 seconds.
const activities = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

// The workflows of the schedules of the installation, which go over all projects.

/**
 * Sweeps the dynamic segments of all projects: recounts each, and updates the tracked ones whose members change with time
 * alone.
 */
export const sweepSegments = inRounds(activities.sweepSegmentsOfProjects)

/**
 * Deletes what has expired by the settings of retention, the addresses that ended jobs hold, and files that no email
 * needs. An attempt that broke off deleted more than it could tell.
 */
export const purgeExpired = inRounds(activities.purgeExpiredRows)

/** Checks the sender domains that are due: the pending ones for their records, the verified ones for their loss. */
export const recheckDomains = inRounds(activities.recheckSenderDomains)

/** Tells the meter of the service of payments the emails of all paying projects since the last round. */
export const reportUsage = inRounds(activities.reportUsageOfProjects)

/** Repeats an activity from where it has come to until all is done, in a new run when the history is long. */
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

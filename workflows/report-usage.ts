import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'

const { reportUsageOfProjects } = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** The result of a round of reports, for operators. */
export interface UsageReported {
  /** How many projects had emails to report. */
  reported: number
  /** Projects whose emails could not be reported; the next round tries again. */
  failed: number
}

/** Progress of a round that continues as new. */
interface ReportInput extends Partial<UsageReported> {
  after?: string
}

/** Tells the meter of the service of payments the emails of all paying projects since the last round. */
export async function reportUsage(input: ReportInput = {}): Promise<UsageReported> {
  let { after = '', reported = 0, failed = 0 } = input
  for (;;) {
    const slice = await reportUsageOfProjects.executeWithOptions({ summary: `${reported} projects reported` }, [
      { after },
    ])
    reported += slice.reported
    failed += slice.failed
    if (slice.isDone) return { reported, failed }
    after = slice.after
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof reportUsage>({ after, reported, failed })
  }
}

import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'

const { sweepSegmentsFrom } = proxyActivities<JobActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Goes through the dynamic segments of all projects: counts each anew, and brings those up to date whose
 * members change with time alone. `after` is the segment that the last slice ended with.
 */
export async function sweepSegments(input: { after?: string } = {}): Promise<void> {
  let after: string | null = input.after ?? null
  do {
    after = await sweepSegmentsFrom(after)
    if (after && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sweepSegments>({ after })
  } while (after)
}

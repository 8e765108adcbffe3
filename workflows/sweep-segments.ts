import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'

const { sweepSegmentsFrom } = proxyActivities<JobActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Sweeps the dynamic segments of all projects: recounts each, and updates the tracked ones whose members change with time
 * alone. `after` is the last segment of the previous slice.
 */
export async function sweepSegments(input: { after?: string } = {}): Promise<void> {
  let after: string | null = input.after ?? null
  do {
    after = await sweepSegmentsFrom(after)
    if (after && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sweepSegments>({ after })
  } while (after)
}

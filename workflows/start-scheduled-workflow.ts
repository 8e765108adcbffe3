import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { StartScheduledInput } from './contracts.js'

const { startExecutions } = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** One run of a workflow's schedule: starts an execution for every contact of its audience, slice by slice. */
export async function startScheduledWorkflow(input: StartScheduledInput): Promise<{ started: number }> {
  const { projectId, workflowId } = input
  // Temporal appends the scheduled time to the workflow id.
  const run = input.run ?? workflowInfo().workflowId
  const beganMs = input.beganMs ?? workflowInfo().startTime.getTime()
  let { after = null, started = 0 } = input
  do {
    const summary = `after ${started} executions`
    const slice = await startExecutions.executeWithOptions({ summary }, [
      { projectId, workflowId, run, beganMs, after },
    ])
    after = slice.after
    started += slice.started
    if (after !== null && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof startScheduledWorkflow>({ projectId, workflowId, run, beganMs, after, started })
    }
  } while (after !== null)
  return { started }
}

import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { StartScheduledInput } from './contracts.js'

const { startExecutions } = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** One turn of a workflow's schedule: starts an execution for every contact that it is for, a slice at a time. */
export async function startScheduledWorkflow(input: StartScheduledInput): Promise<{ started: number }> {
  const { projectId, workflowId } = input
  // Temporal names each turn by the moment that it was due at.
  const turn = input.turn ?? workflowInfo().workflowId
  let { after = null, started = 0 } = input
  do {
    const summary = `after ${started} executions`
    const slice = await startExecutions.executeWithOptions({ summary }, [{ projectId, workflowId, turn, after }])
    after = slice.after
    started += slice.started
    if (after !== null && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof startScheduledWorkflow>({ projectId, workflowId, turn, after, started })
    }
  } while (after !== null)
  return { started }
}

import {
  ActivityFailure,
  type ActivityFunctionWithOptions,
  type ActivityInterfaceFor,
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { JobInput } from './contracts.js'
import { reasonOf } from './failures.js'

type Slice = ActivityFunctionWithOptions<JobActivities['importRows']>

const { failJob } = proxyActivities<JobActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/** The activities of jobs: each does up to 25 seconds of its work and is tried again until that is done. */
export function proxySlices(): ActivityInterfaceFor<JobActivities> {
  return proxyActivities<JobActivities>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  })
}

/** Runs slices of a job until it is done; `again` is the workflow that goes on when the history is long. */
export async function runSlices(
  slice: Slice,
  input: JobInput,
  again: (input: JobInput) => Promise<void>,
): Promise<void> {
  let progress = 0
  for (;;) {
    try {
      const done = await slice.executeWithOptions({ summary: `from ${progress} %` }, [input])
      if (done.isDone) return
      progress = done.progress
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error
      await CancellationScope.nonCancellable(() => failJob(input, reasonOf(error)))
      throw error
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof again>(input)
  }
}

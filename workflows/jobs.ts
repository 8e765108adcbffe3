import {
  ActivityFailure,
  type ActivityFunctionWithOptions,
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { JobInput } from './contracts.js'
import { reasonOf } from './failures.js'

type RunJob = (input: JobInput) => Promise<void>

// Each call does up to 25 seconds of the job.
const slices = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

const { failJob } = proxyActivities<JobActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

// The workflows of jobs, slice by slice. Their names are the Temporal workflow types of `JOB_EXECUTIONS`.

/** Imports the contacts of a stored CSV file. */
export const importContacts = inSlices(slices.importRows)

/** Subscribes, unsubscribes or deletes many contacts. */
export const changeContactsInBulk = inSlices(slices.changeContacts)

/** Writes the rows of a project into the file of an export. */
export const exportData = inSlices(slices.exportRows)

/** Brings the members of a tracked segment up to date. */
export const computeSegment = inSlices(slices.computeMembers)

/** Removes the members of a deleted segment from it. */
export const deleteSegment = inSlices(slices.removeMembers)

/** Removes the executions and versions of a deleted workflow. */
export const deleteWorkflow = inSlices(slices.removeExecutions)

/** Ends the executions that were cancelled with all others of their workflow. */
export const cancelExecutions = inSlices(slices.endExecutions)

/** Retries the executions of a workflow that have failed. */
export const retryExecutions = inSlices(slices.retryFailed)

/** Removes a custom field from every contact that has it. */
export const deleteField = inSlices(slices.removeField)

/** Removes the events of a name, and their summaries on contacts. */
export const deleteEvents = inSlices(slices.removeEvents)

/** Removes the personal data of deleted contacts. */
export const eraseContacts = inSlices(slices.eraseTraces)

/** Mails the members of a project that it was disabled. */
export const tellMembers = inSlices(slices.mailMembers)

/** Removes all that a project has, except its members, domains and keys. */
export const resetProject = inSlices(slices.wipeProject)

/** Removes a project and all that it has. */
export const deleteProject = inSlices(slices.wipeProject)

/**
 * Runs slices of a job until the job is done, in a new run when the history is long. Marks a job that cannot be done as
 * failed.
 */
function inSlices(slice: ActivityFunctionWithOptions<JobActivities['importRows']>): RunJob {
  return async (input) => {
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
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<RunJob>(input)
    }
  }
}

import { failJob, runSlice, type JobRef, type RunSlice } from '../commands/base/jobs/advance-job.js'
import { cancelExecutionsSlice } from '../commands/automation/executions/cancel-executions-slice.js'
import { retryFailedSlice } from '../commands/automation/executions/retry-failed-slice.js'
import { changeContactsSlice } from '../commands/lifecycle/bulk-changes/change-contacts-slice.js'
import { computeSegmentSlice } from '../commands/audience/segments/compute-segment-slice.js'
import { deleteEventsSlice } from '../commands/lifecycle/erasure/delete-events-slice.js'
import { deleteFieldSlice } from '../commands/lifecycle/erasure/delete-field-slice.js'
import { deleteSegmentSlice } from '../commands/audience/segments/delete-segment-slice.js'
import { deleteWorkflowSlice } from '../commands/automation/workflows/delete-workflow-slice.js'
import { tellMembersSlice } from '../commands/accounts/members/tell-members-slice.js'
import type { PlatformSettings } from '../commands/sending/platform-mail/platform.js'
import { endSnooze } from '../commands/audience/contacts/end-snooze.js'
import { eraseContactsSlice } from '../commands/lifecycle/erasure/erase-contacts-slice.js'
import { eraseProjectSlice } from '../commands/lifecycle/erasure/erase-project-slice.js'
import { exportSlice } from '../commands/lifecycle/exports/export-slice.js'
import { importSlice } from '../commands/lifecycle/imports/import-slice.js'
import { startScheduled, type ScheduledRun } from '../commands/automation/executions/start-scheduled.js'
import { withHeartbeat } from '../runtime/heartbeat.js'
import { createScheduledActivities, type ScheduledDeps } from './scheduled.js'
import { repeatInSlice } from './slice-end.js'

const SLICE_MS = 25_000

/** Dependencies of jobs. */
export interface JobDeps extends ScheduledDeps {
  platform: PlatformSettings
}

/** Progress of a job. */
interface JobState {
  isDone: boolean
  /** 0 to 100. */
  progress: number
}

/**
 * The activities of jobs. Each works for up to 25 seconds, in transactions that move the job's cursor together with the
 * rows they write. So an activity may run twice, or die at any point.
 */
export const createJobActivities = (deps: JobDeps) => {
  const slices = (slice: RunSlice) => (ref: JobRef) => work(deps, slice, ref)
  return {
    ...createScheduledActivities(deps),

    /** Imports the next rows of a CSV file. */
    importRows: slices(importSlice),
    /** Changes the next contacts of a bulk job. */
    changeContacts: slices(changeContactsSlice),
    /** Writes the next rows into the file of an export. */
    exportRows: slices(exportSlice),
    /** Lets the next contacts join or leave a tracked segment. */
    computeMembers: slices(computeSegmentSlice),
    /** Removes the next members of a deleted segment from it. */
    removeMembers: slices(deleteSegmentSlice),
    /** Removes the next executions of a deleted workflow. */
    removeExecutions: slices(deleteWorkflowSlice),
    /** Ends the next executions of a workflow all of whose executions were cancelled. */
    endExecutions: slices(cancelExecutionsSlice),
    /** Retries the next failed executions of a workflow. */
    retryFailed: slices(retryFailedSlice),
    /** Removes a custom field from the next contacts. */
    removeField: slices(deleteFieldSlice),
    /** Removes the next events of a name. */
    removeEvents: slices(deleteEventsSlice),
    /** Removes the next personal data of deleted contacts. */
    eraseTraces: slices(eraseContactsSlice),
    /** Mails the next members of a disabled project. */
    mailMembers: slices((ref) => tellMembersSlice(ref, deps.platform)),
    /** Stops what a project does and removes the next of its rows. */
    wipeProject: slices((ref) => eraseProjectSlice(ref, deps)),

    /** Marks a job as failed, with the reason. */
    failJob: (ref: JobRef, reason: string): Promise<void> => failJob(ref, reason),

    /** Subscribes a contact again at the end of its snooze. */
    async wakeContact(input: { projectId: string; contactId: string; untilMs: number }): Promise<void> {
      await endSnooze({ ...input, until: new Date(input.untilMs) })
    },

    /** Starts a scheduled workflow for the next contacts, for up to 25 seconds; `after` is null after the last one. */
    async startExecutions(run: ScheduledRun): Promise<{ after: string | null; started: number }> {
      const deadline = Date.now() + SLICE_MS
      return withHeartbeat(async () => {
        let { after } = run
        let started = 0
        do {
          const slice = await startScheduled({ ...run, after })
          after = slice.after
          started += slice.started
        } while (after !== null && Date.now() < deadline && !deps.isStopping())
        return { after, started }
      })
    },
  }
}
export type JobActivities = ReturnType<typeof createJobActivities>

function work(deps: JobDeps, slice: RunSlice, ref: JobRef): Promise<JobState> {
  const initial: JobState = { isDone: false, progress: 0 }
  return repeatInSlice(deps, SLICE_MS, initial, async (state) => {
    Object.assign(state, await runSlice(ref, slice))
  })
}

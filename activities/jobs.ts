import { Context } from '@temporalio/activity'
import { failJob, runSlice, type JobRef, type RunSlice } from '../commands/jobs/advance-job.js'
import { cancelExecutionsSlice } from '../commands/executions/cancel-executions-slice.js'
import { changeContactsSlice } from '../commands/contacts/change-contacts-slice.js'
import { computeSegmentSlice } from '../commands/segments/compute-segment-slice.js'
import { deleteEventsSlice } from '../commands/events/delete-events-slice.js'
import { deleteFieldSlice } from '../commands/fields/delete-field-slice.js'
import { deleteSegmentSlice } from '../commands/segments/delete-segment-slice.js'
import { deleteWorkflowSlice } from '../commands/workflows/delete-workflow-slice.js'
import { endSnooze } from '../commands/contacts/snooze-contact.js'
import { eraseContactsSlice } from '../commands/contacts/erase-contacts-slice.js'
import { importSlice } from '../commands/contacts/import-slice.js'
import { startScheduled, type ScheduledTurn } from '../commands/executions/start-scheduled.js'
import { sweepSegment } from '../commands/segments/sweep-segment.js'
import type { OutboxEntry } from '../models/outbox-entry.js'
import { withHeartbeat } from '../runtime/heartbeat.js'

const SLICE_MS = 25_000

/** What jobs take from outside. */
export interface JobDeps {
  enqueue: (entries: OutboxEntry[]) => void
}

/** How far a job has come. */
interface JobState {
  isDone: boolean
  /** 0 to 100. */
  progress: number
}

/**
 * The activities of jobs. Each works for up to 25 seconds, in transactions that move the job's cursor with the
 * rows they write, so that it may run twice or break off anywhere.
 */
export const createJobActivities = (deps: JobDeps) => {
  const slices = (slice: RunSlice) => (ref: JobRef) => work(deps, slice, ref)
  return {
    /** Imports the next rows of a CSV file. */
    importRows: slices(importSlice),
    /** Changes the next contacts of a bulk job. */
    changeContacts: slices(changeContactsSlice),
    /** Lets the next contacts join or leave a tracked segment. */
    computeMembers: slices(computeSegmentSlice),
    /** Takes the next members out of a segment that was deleted. */
    removeMembers: slices(deleteSegmentSlice),
    /** Removes the next executions of a workflow that was deleted. */
    removeExecutions: slices(deleteWorkflowSlice),
    /** Tells the next executions that all of their workflow were cancelled. */
    endExecutions: slices(cancelExecutionsSlice),
    /** Removes a custom field from the next contacts. */
    removeField: slices(deleteFieldSlice),
    /** Removes the next events of a name. */
    removeEvents: slices(deleteEventsSlice),
    /** Removes the next traces of contacts that were deleted. */
    eraseTraces: slices(eraseContactsSlice),

    /** Notes that a job cannot be done, and why. */
    failJob: (ref: JobRef, reason: string): Promise<void> => failJob(ref, reason),

    /** Subscribes a contact again whose pause is over. */
    async wakeContact(input: { projectId: string; contactId: string; untilMs: number }): Promise<void> {
      deps.enqueue(await endSnooze({ ...input, until: new Date(input.untilMs) }))
    },

    /** Starts a scheduled workflow for the next contacts, for up to 25 seconds; `after` is null behind the last. */
    async startExecutions(turn: ScheduledTurn): Promise<{ after: string | null; started: number }> {
      const deadline = Date.now() + SLICE_MS
      return withHeartbeat(async () => {
        let { after } = turn
        let started = 0
        do {
          const slice = await startScheduled({ ...turn, after })
          deps.enqueue(slice.entries)
          after = slice.after
          started += slice.started
        } while (after !== null && Date.now() < deadline)
        return { after, started }
      })
    },

    /** Sweeps segments for up to 25 seconds; returns the last one, or null after the last of all. */
    async sweepSegmentsFrom(after: string | null): Promise<string | null> {
      const deadline = Date.now() + SLICE_MS
      return withHeartbeat(async () => {
        let last = after
        do {
          const swept = await sweepSegment(last)
          if (!swept) return null
          deps.enqueue(swept.entries)
          last = swept.segmentId
        } while (Date.now() < deadline)
        return last
      })
    },
  }
}
export type JobActivities = ReturnType<typeof createJobActivities>

async function work(deps: JobDeps, slice: RunSlice, ref: JobRef): Promise<JobState> {
  const deadline = Date.now() + SLICE_MS
  let state: JobState = { isDone: false, progress: 0 }
  return withHeartbeat(
    async () => {
      do {
        const { entries, ...reached } = await runSlice(ref, slice)
        deps.enqueue(entries)
        state = reached
      } while (!state.isDone && Date.now() < deadline && !Context.current().cancellationSignal.aborted)
      return state
    },
    () => state,
  )
}

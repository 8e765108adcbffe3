import { deleteEventsSlice } from '../../../../commands/lifecycle/erasure/delete-events-slice.js'
import { cancelExecutionsSlice } from '../../../../commands/automation/executions/cancel-executions-slice.js'
import { deleteFieldSlice } from '../../../../commands/lifecycle/erasure/delete-field-slice.js'
import type { RunSlice } from '../../../../commands/base/jobs/advance-job.js'
import { computeSegmentSlice } from '../../../../commands/audience/segments/compute-segment-slice.js'
import { deleteSegmentSlice } from '../../../../commands/audience/segments/delete-segment-slice.js'
import { IS_ACTIVE, Job, type JobKind } from '../../../../models/job.js'
import { finishJob } from '../../../support/jobs.js'

const SLICES: Partial<Record<JobKind, RunSlice>> = {
  DELETE_EVENTS: deleteEventsSlice,
  CANCEL_EXECUTIONS: cancelExecutionsSlice,
  DELETE_FIELD: deleteFieldSlice,
  COMPUTE_SEGMENT: computeSegmentSlice,
  DELETE_SEGMENT: deleteSegmentSlice,
}

/** Finishes the jobs for which requests had no time left on a slow machine, as workers do. */
export async function finishBegun(projectId: string): Promise<void> {
  for (const { _id: jobId, kind } of await Job.find({ projectId, ...IS_ACTIVE }).lean()) {
    const slice = SLICES[kind]
    if (slice) await finishJob({ projectId, jobId }, slice)
  }
}

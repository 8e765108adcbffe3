import { Campaign } from '../../../models/campaign.js'
import { Email } from '../../../models/email.js'
import { Execution } from '../../../models/execution.js'
import { Job } from '../../../models/job.js'
import { queueKeyOf, Outbox, OUTBOX_KINDS } from '../../../models/outbox-entry.js'
import { Workflow } from '../../../models/workflow.js'
import { waitUntil } from '../../../runtime/concurrency/wait-until.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { changeAndEnqueue } from '../../sending/campaigns/find-campaign.js'
import { cancelBatch } from '../../automation/executions/cancel-executions-slice.js'
import { dropSetAside } from '../../base/outbox/drop-set-aside.js'
import { setOff } from '../../base/outbox/set-off.js'
import type { ErasureStep } from './erasure-step.js'

const BATCH = 500
const LOOK_MS = 2_000
// A worker tries for as long to record the outcome of a submission.
const IN_HAND_MS = 660_000
const ENDED = 'The project was reset or deleted'

/** Ends the other jobs of the project. A slice that is running fails when it stores its progress. */
export const stopJobs: ErasureStep = async ({ projectId, jobId }) => {
  const others = { projectId, _id: { $ne: jobId }, status: { $in: ['PENDING' as const, 'RUNNING' as const] } }
  const { modifiedCount } = await Job.updateMany(others, { $set: { status: 'FAILED', failedReason: ENDED } })
  return { count: modifiedCount }
}

/** Cancels the campaigns that are scheduled or being sent. */
export const stopCampaigns: ErasureStep = async ({ projectId }) => {
  const status = { $in: ['SCHEDULED' as const, 'SENDING' as const] }
  const running = await Campaign.find({ projectId, status }, { _id: 1 }).limit(BATCH).lean()
  for (const { _id } of running) {
    await changeAndEnqueue({ _id, projectId, status }, { $set: { status: 'CANCELLED', pausedAt: null } })
  }
  return { count: running.length }
}

/** Cancels the executions that are active, workflow by workflow. */
export const stopExecutions: ErasureStep = async ({ projectId }) => {
  for await (const { _id: workflowId } of Workflow.find({ projectId }, { _id: 1 }).lean().cursor()) {
    // Only active executions have this key. It begins with the id of the workflow.
    const activeKey = { $gt: `${workflowId}:`, $lt: `${workflowId};` }
    const batch = await Execution.find({ projectId, activeKey }, { startedAt: 1, sequence: 1, retries: 1 })
      .limit(BATCH)
      .lean()
    if (batch.length === 0) continue
    const end = { exitReason: 'Project disabled', at: databaseNow() }
    await cancelBatch(projectId, batch, end)
    return { count: batch.length }
  }
  return { count: 0 }
}

/** Deletes the workflows, which ends their schedules. */
export const removeWorkflows: ErasureStep = async ({ projectId }) => {
  const workflows = await Workflow.find({ projectId }, { _id: 1 }).limit(BATCH).lean()
  if (workflows.length === 0) return { count: 0 }
  const ids = workflows.map(({ _id }) => _id)
  await inTransaction(async (session) => {
    await Workflow.deleteMany({ _id: { $in: ids }, projectId }, { session })
    await setOff(session, { kind: 'workflow', projectId, ids })
  })
  return { count: ids.length }
}

/**
 * Waits until the outbox of the project is empty and no email is being submitted. Both come about without further work,
 * because a disabled project begins nothing. Entries that are set aside might never be dispatched, so they are deleted.
 */
export const awaitQuiet: ErasureStep = async ({ projectId, jobId }) => {
  const isQuiet = await waitUntil(async () => {
    await dropSetAside(projectId, jobId)
    return !(await isBusy(projectId))
  }, LOOK_MS)
  return { count: isQuiet ? 0 : 1, isWaiting: !isQuiet }
}

async function isBusy(projectId: string): Promise<boolean> {
  // Entries of jobs do not count: the entry of this job may still be there, and the other jobs have ended.
  const queueKey = { $in: OUTBOX_KINDS.filter((kind) => kind !== 'job').map((kind) => queueKeyOf(kind, projectId)) }
  if (await Outbox.exists({ projectId, queueKey })) return true
  const claimedAt = { $gt: new Date(databaseNow().getTime() - IN_HAND_MS) }
  return (await Email.exists({ status: 'SENDING', projectId, claimedAt })) !== null
}

import { AppError, notFound } from '../../../models/domain/errors.js'
import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { createBegunJob, runForAWhile } from '../../base/jobs/advance-job.js'
import { setOff } from '../../base/outbox/set-off.js'
import { deleteWorkflowSlice, type WorkflowDeletion } from './delete-workflow-slice.js'
import type { WorkflowRef } from './find-workflow.js'

const WITHIN_REQUEST_MS = 2_000

/**
 * Deletes a workflow. The request itself deletes its versions and ended executions for `withinMs`; a durable job does
 * the rest. Its emails stay. Throws WORKFLOW_NOT_FOUND, and CONFLICT with `details.executions` while executions
 * are active.
 */
export async function deleteWorkflow(
  ref: WorkflowRef,
  { withinMs = WITHIN_REQUEST_MS }: { withinMs?: number } = {},
): Promise<void> {
  // The mark is lost only if an execution began or another deletion succeeded, so that the loop ends.
  for (;;) {
    const marked = await markForDeletion(ref)
    await refuseActive(marked)
    const job = await deleteMarked(marked)
    if (!job) continue
    await runForAWhile(job, deleteWorkflowSlice, withinMs)
    return
  }
}

type MarkedWorkflow = Pick<WorkflowRecord, '_id' | 'projectId' | 'deletion' | 'cancellations'>

/** Marks a workflow for deletion and returns it with the mark, which `revokeDeletion` removes. */
async function markForDeletion({ projectId, workflowId }: WorkflowRef): Promise<MarkedWorkflow> {
  const which = { _id: workflowId, projectId }
  // Concurrent deletions share a mark, so that none replaces the mark of another.
  await Workflow.updateOne({ ...which, deletion: null }, { $set: { deletion: newId() } }, { timestamps: false })
  const marked = await Workflow.findOne(which, { projectId: 1, deletion: 1, cancellations: 1 }).lean()
  if (!marked) throw notFound('workflow', workflowId)
  return marked
}

async function refuseActive({ _id: workflowId, projectId, cancellations }: MarkedWorkflow): Promise<void> {
  // Executions that were cancelled with all others have ended, even if their records are still active.
  const current = cancellations ? { cancellations: { $not: { $lt: cancellations.count } } } : {}
  const active = { projectId, workflowId, status: { $in: ACTIVE_STATUSES }, ...current }
  const executions = await Execution.countDocuments(active)
  if (executions === 0) return
  throw new AppError('CONFLICT', 'The workflow has active executions', {
    details: { executions },
    suggestion: 'Cancel them, or disable the workflow and wait until they end',
  })
}

async function deleteMarked({ _id: workflowId, projectId, deletion }: MarkedWorkflow) {
  // `revokeDeletion` has removed the mark.
  if (deletion === undefined) return null
  return inTransaction(async (session) => {
    const deleted = await Workflow.deleteOne({ _id: workflowId, projectId, deletion }, { session })
    if (deleted.deletedCount === 0) return null
    const input: WorkflowDeletion = { workflowId }
    await setOff(session, { kind: 'workflow', projectId, ids: [workflowId] })
    return createBegunJob({ projectId, kind: 'DELETE_WORKFLOW', input, result: { deleted: 0 } }, session)
  })
}

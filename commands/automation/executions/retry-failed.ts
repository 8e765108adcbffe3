import type { RetriedVersion } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { countListed } from '../../base/listing/count-listed.js'
import { createJob } from '../../base/jobs/advance-job.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'
import type { FailedRetry, FailedRetryResult } from './retry-failed-slice.js'

/**
 * Stores a job that retries every execution of a workflow which has failed by now, as `retryExecution` does one.
 * Returns how many there are. Throws WORKFLOW_NOT_FOUND and QUOTA_EXCEEDED.
 */
export async function retryFailed(
  ref: WorkflowRef,
  version: RetriedVersion,
): Promise<{ failed: number; jobId: string }> {
  const { projectId, workflowId } = ref
  await findWorkflow(ref)
  const total = await countListed(projectId, Execution, { projectId, workflowId, status: 'FAILED' })
  const input: FailedRetry = { workflowId, version, at: databaseNow(), total }
  const result: FailedRetryResult = { total, retried: 0, refused: 0, reasons: {} }
  return { failed: total, jobId: await createJob({ projectId, kind: 'RETRY_EXECUTIONS', input, result }) }
}

import type { ExecutionStatus } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { withCurrentStatus, statusFilter } from './cancelled-executions.js'
import { describeExecutions, type DescribedExecution } from './describe-executions.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'

/** A query for one page of a workflow's executions. */
export interface ExecutionListing extends WorkflowRef {
  status?: ExecutionStatus | undefined
  contactId?: string | undefined
  page: number
  pageSize: number
}

/** One page of a workflow's executions, newest first, and how many there are in all. Throws WORKFLOW_NOT_FOUND. */
export async function listExecutions(
  listing: ExecutionListing,
): Promise<{ executions: DescribedExecution[]; total: number }> {
  const { projectId, workflowId, status, contactId, page, pageSize } = listing
  const workflow = await findWorkflow(listing)
  const filter = {
    projectId,
    workflowId,
    ...(contactId ? { contactId } : {}),
    ...(status ? statusFilter(status, workflow) : {}),
  }
  const [executions, total] = await Promise.all([
    Execution.find(filter, { steps: 0 })
      .sort({ startedAt: -1, _id: -1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean(),
    Execution.countDocuments(filter),
  ])
  const current = executions.map((execution) => withCurrentStatus(execution, workflow))
  return { executions: await describeExecutions(projectId, current), total }
}

import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { pageOf, type PageQuery } from '../../base/listing/page-of.js'

/** A query for one page of a project's workflows; `search` is a part of the name or the description. */
export interface WorkflowListing extends PageQuery {
  enabled?: boolean | undefined
  /** Whether to list the archived workflows instead of the others. */
  archived: boolean
}

const DAY_MS = 86_400_000

/** The numbers of a workflow's executions. */
interface ExecutionCounts {
  executionCount: number
  activeCount: number
  /** How many failed within the last 24 hours. */
  failedCount: number
}

/** A workflow without its graph. */
export interface WorkflowSummary extends Omit<WorkflowRecord, 'steps' | 'transitions'>, ExecutionCounts {
  stepCount: number
}

/** One page of a project's workflows, and the number of all that match. */
export async function listWorkflows(
  listing: WorkflowListing,
): Promise<{ workflows: WorkflowSummary[]; total: number }> {
  const { projectId, enabled, archived } = listing
  const { items: found, total } = await pageOf<Omit<WorkflowSummary, keyof ExecutionCounts>>(Workflow, listing, {
    filter: { archived, ...(enabled === undefined ? {} : { enabled }) },
    searched: ['name', 'description'],
    shape: [{ $set: { stepCount: { $size: '$steps' } } }, { $unset: ['steps', 'transitions'] }],
  })
  const ids = found.map(({ _id }) => _id)
  const [counts, failures] = await Promise.all([countExecutions(projectId, ids), countFailures(projectId, ids)])
  const workflows = found.map((workflow) => ({
    ...workflow,
    executionCount: counts.get(workflow._id)?.all ?? 0,
    activeCount: counts.get(workflow._id)?.active ?? 0,
    failedCount: failures.get(workflow._id) ?? 0,
  }))
  return { workflows, total }
}

async function countExecutions(projectId: string, workflowIds: string[]) {
  const isActive = { $in: ['$status', ACTIVE_STATUSES] }
  const counts = await Execution.aggregate<{ _id: string; all: number; active: number }>([
    { $match: { projectId, workflowId: { $in: workflowIds } } },
    { $group: { _id: '$workflowId', all: { $sum: 1 }, active: { $sum: { $cond: [isActive, 1, 0] } } } },
  ])
  return new Map(counts.map((count) => [count._id, count]))
}

async function countFailures(projectId: string, workflowIds: string[]): Promise<Map<string, number>> {
  const since = new Date(Date.now() - DAY_MS)
  const counts = await Execution.aggregate<{ _id: string; count: number }>([
    { $match: { projectId, status: 'FAILED', completedAt: { $gt: since }, workflowId: { $in: workflowIds } } },
    { $group: { _id: '$workflowId', count: { $sum: 1 } } },
  ])
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}

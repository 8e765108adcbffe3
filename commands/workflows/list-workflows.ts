import { Execution } from '../../models/execution.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { pageOf, type PageQuery } from '../page-of.js'

/** A query for one page of a project's workflows; `search` is a part of the name or the description. */
export interface WorkflowListing extends PageQuery {
  enabled?: boolean | undefined
}

/** A workflow without its graph. */
export interface WorkflowSummary extends Omit<WorkflowRecord, 'steps' | 'transitions'> {
  stepCount: number
  executionCount: number
}

/** One page of a project's workflows, and the number of all that match. */
export async function listWorkflows(
  listing: WorkflowListing,
): Promise<{ workflows: WorkflowSummary[]; total: number }> {
  const { projectId, enabled } = listing
  const { items: found, total } = await pageOf<Omit<WorkflowSummary, 'executionCount'>>(Workflow, listing, {
    filter: enabled === undefined ? {} : { enabled },
    searched: ['name', 'description'],
    shape: [{ $set: { stepCount: { $size: '$steps' } } }, { $unset: ['steps', 'transitions'] }],
  })
  const counts = await countExecutions(
    projectId,
    found.map(({ _id }) => _id),
  )
  return { workflows: found.map((workflow) => ({ ...workflow, executionCount: counts.get(workflow._id) ?? 0 })), total }
}

async function countExecutions(projectId: string, workflowIds: string[]): Promise<Map<string, number>> {
  const counts = await Execution.aggregate<{ _id: string; count: number }>([
    { $match: { projectId, workflowId: { $in: workflowIds } } },
    { $group: { _id: '$workflowId', count: { $sum: 1 } } },
  ])
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}

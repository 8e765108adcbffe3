import { Execution } from '../../models/execution.js'
import { containing } from '../../models/domain/text-pattern.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'

/** A query for one page of a project's workflows. */
export interface WorkflowListing {
  projectId: string
  enabled?: boolean | undefined
  /** A part of the name or the description. */
  search?: string | undefined
  sort: 'name' | 'createdAt' | 'updatedAt'
  dir: 'asc' | 'desc'
  page: number
  pageSize: number
}

/** A workflow without its graph. */
export interface WorkflowSummary extends Omit<WorkflowRecord, 'steps' | 'transitions'> {
  stepCount: number
  executionCount: number
}

/** One page of a project's workflows, and how many there are in all. */
export async function listWorkflows(
  listing: WorkflowListing,
): Promise<{ workflows: WorkflowSummary[]; total: number }> {
  const { projectId, enabled, search, sort, page, pageSize } = listing
  const direction = listing.dir === 'asc' ? 1 : -1
  const filter = {
    projectId,
    ...(enabled === undefined ? {} : { enabled }),
    ...(search ? { $or: ['name', 'description'].map((field) => ({ [field]: containing(search) })) } : {}),
  }
  const [found, total] = await Promise.all([
    Workflow.aggregate<Omit<WorkflowSummary, 'executionCount'>>([
      { $match: filter },
      { $sort: { [sort]: direction, _id: direction } },
      { $skip: (page - 1) * pageSize },
      { $limit: pageSize },
      { $set: { stepCount: { $size: '$steps' } } },
      { $unset: ['steps', 'transitions'] },
    ]),
    Workflow.countDocuments(filter),
  ])
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

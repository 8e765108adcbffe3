import { EXECUTION_STATUSES, type ExecutionFilter } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { countListed } from '../../base/listing/count-listed.js'
import { olderThan } from '../../base/listing/newest-first.js'
import { statusFilterOf, withCurrentStatus } from './cancelled-executions.js'
import { describeExecutions, type DescribedExecution } from './describe-executions.js'

/** A query for one page of a project's executions, newest first. */
export interface ProjectExecutionListing {
  projectId: string
  /** The execution with this id alone. */
  id?: string | undefined
  contactId?: string | undefined
  workflowId?: string | undefined
  /** The step at which they are, or at which they failed or were cancelled. */
  stepId?: string | undefined
  version?: number | undefined
  status?: ExecutionFilter | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** A workflow whose cancellation of all executions has not reached every record. */
type Cancelling = Pick<WorkflowRecord, '_id'> & Required<Pick<WorkflowRecord, 'cancellations'>>

/** One page of a project's executions; they are counted on the first page alone (`countListed`). */
export async function listAllExecutions(
  listing: ProjectExecutionListing,
): Promise<{ executions: DescribedExecution[]; hasMore: boolean; total: number }> {
  const { projectId, after, limit } = listing
  const cancelling = await findCancelling(projectId)
  const filter = filterOf(listing, cancelling)
  const [found, total] = await Promise.all([
    Execution.find({ $and: [filter, after ? olderThan(after, 'startedAt') : {}] }, { steps: 0 })
      .sort({ startedAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean(),
    after ? 0 : countListed(projectId, Execution, filter),
  ])
  const byId = new Map(cancelling.map((workflow) => [workflow._id, workflow]))
  const page = found.slice(0, limit).map((each) => withCurrentStatus(each, byId.get(each.workflowId) ?? {}))
  return { executions: await describeExecutions(projectId, page), hasMore: found.length > limit, total }
}

async function findCancelling(projectId: string): Promise<Cancelling[]> {
  const cancelled = await Workflow.find({ projectId, 'cancellations.count': { $gt: 0 } }, { cancellations: 1 }).lean<
    Cancelling[]
  >()
  return cancelled.filter(({ cancellations: { count, completed } }) => completed !== count)
}

function filterOf(listing: ProjectExecutionListing, cancelling: readonly Cancelling[]) {
  const { projectId, id, contactId, workflowId, stepId, version, status } = listing
  // The indexes by version and by step hold the status before the time: with every status named, MongoDB merges them.
  const isMerged = status === undefined && (version !== undefined || stepId !== undefined)
  return {
    projectId,
    ...(id === undefined ? {} : { _id: id }),
    ...(contactId === undefined ? {} : { contactId }),
    ...(workflowId === undefined ? {} : { workflowId }),
    ...(stepId === undefined ? {} : { currentStepId: stepId }),
    ...(version === undefined ? {} : { workflowVersion: version }),
    ...(isMerged ? { status: { $in: EXECUTION_STATUSES } } : {}),
    ...(status === undefined ? {} : statusFilterOf(status, cancelling)),
  }
}

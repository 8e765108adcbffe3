import { Execution } from '../../../models/execution.js'
import { WorkflowVersion, type WorkflowVersionRecord } from '../../../models/workflow-version.js'
import { findAuthors, type Author } from '../../base/listing/find-authors.js'
import { countListed } from '../../base/listing/count-listed.js'
import { activeFilter } from '../executions/cancelled-executions.js'
import { findWorkflow, type WorkflowRef } from './find-workflow.js'

/** A version without its graph, with its author and how many executions run it. */
export interface ListedVersion extends Pick<WorkflowVersionRecord, '_id' | 'version' | 'name' | 'createdAt'> {
  author: Author
  activeExecutions: number
}

/** One page of the versions of a workflow below the version `before`, newest first. Throws WORKFLOW_NOT_FOUND. */
export async function listVersions(
  ref: WorkflowRef,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ versions: ListedVersion[]; hasMore: boolean; total: number }> {
  const { projectId, workflowId } = ref
  const workflow = await findWorkflow(ref)
  const own = { projectId, workflowId }
  const range = before === null ? {} : { version: { $lt: before } }
  const [found, total] = await Promise.all([
    WorkflowVersion.find({ ...own, ...range }, { steps: 0, transitions: 0 })
      .sort({ version: -1 })
      .limit(limit + 1)
      .lean(),
    before === null ? countListed(projectId, WorkflowVersion, own) : 0,
  ])
  const page = found.slice(0, limit)
  const authorOf = await findAuthors(page)
  const versions = await Promise.all(
    page.map(async ({ _id, version, name, createdAt, authorId }) => {
      const active = { ...own, workflowVersion: version, ...activeFilter(workflow) }
      const activeExecutions = await countListed(projectId, Execution, active)
      return { _id, version, name, createdAt, author: authorOf({ authorId }), activeExecutions }
    }),
  )
  return { versions, hasMore: found.length > limit, total }
}

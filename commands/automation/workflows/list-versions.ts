import { Execution } from '../../../models/execution.js'
import { User } from '../../../models/user.js'
import { WorkflowVersion, type WorkflowVersionRecord } from '../../../models/workflow-version.js'
import { countListed } from '../../base/listing/count-listed.js'
import { activeFilter } from '../executions/cancelled-executions.js'
import { findWorkflow, type WorkflowRef } from './find-workflow.js'

/** A version without its graph, with its author and how many executions run it. */
export interface ListedVersion extends Pick<WorkflowVersionRecord, '_id' | 'version' | 'name' | 'createdAt'> {
  /** Null where a key made the version; the address is null once the account is deleted. */
  author: { id: string; email: string | null } | null
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
  const addresses = await addressesOf(page)
  const versions = await Promise.all(
    page.map(async ({ _id, version, name, createdAt, authorId }) => {
      const active = { ...own, workflowVersion: version, ...activeFilter(workflow) }
      const activeExecutions = await countListed(projectId, Execution, active)
      const author = authorId === null ? null : { id: authorId, email: addresses.get(authorId) ?? null }
      return { _id, version, name, createdAt, author, activeExecutions }
    }),
  )
  return { versions, hasMore: found.length > limit, total }
}

async function addressesOf(versions: readonly Pick<WorkflowVersionRecord, 'authorId'>[]): Promise<Map<string, string>> {
  const ids = [...new Set(versions.flatMap(({ authorId }) => authorId ?? []))]
  if (ids.length === 0) return new Map()
  const users = await User.find({ _id: { $in: ids } }, { email: 1 }).lean()
  return new Map(users.map(({ _id, email }) => [_id, email]))
}

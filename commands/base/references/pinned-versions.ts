import type { ClientSession } from 'mongoose'
import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { Workflow } from '../../../models/workflow.js'
import { versionId, WorkflowVersion, type WorkflowVersionRecord } from '../../../models/workflow-version.js'

/** A version that active executions run, with the current name of its workflow. */
export type PinnedVersion = Pick<WorkflowVersionRecord, 'workflowId' | 'name' | 'steps'>

interface Pin {
  _id: { workflowId: string; version: number }
}

/**
 * The versions of a project's workflows that active executions run, newest workflow first. The resources that the steps
 * of a version refer to are needed until the last of its executions has ended. `filter` restricts the versions.
 */
export async function* pinnedVersions(
  projectId: string,
  {
    filter = {},
    session,
  }: {
    filter?: { 'steps.templateId'?: string; 'steps.config.from'?: RegExp; uploadIds?: string }
    session: ClientSession | null
  },
): AsyncGenerator<PinnedVersion> {
  const workflows = await Workflow.find({ projectId }, { name: 1 }, { session }).sort({ createdAt: -1, _id: -1 }).lean()
  const names = new Map(workflows.map(({ _id, name }) => [_id, name]))
  const ids = await pinnedIds(projectId, [...names.keys()], session)
  for (const [workflowId, name] of names) {
    const _id = { $in: ids.get(workflowId) ?? [] }
    if (_id.$in.length === 0) continue
    const versions = WorkflowVersion.find({ _id, projectId, ...filter }, { steps: 1 }, { session }).sort({ _id: 1 })
    for await (const { steps } of versions.lean().cursor()) yield { workflowId, name, steps }
  }
}

/** The ids of the versions by workflow. An index covers the query, so that it stays cheap with many executions. */
async function pinnedIds(
  projectId: string,
  workflowIds: string[],
  session: ClientSession | null,
): Promise<Map<string, string[]>> {
  const pins = await Execution.aggregate<Pin>([
    { $match: { projectId, workflowId: { $in: workflowIds }, status: { $in: ACTIVE_STATUSES } } },
    { $group: { _id: { workflowId: '$workflowId', version: '$workflowVersion' } } },
  ])
    .hint({ projectId: 1, workflowId: 1, status: 1, startedAt: -1, _id: -1, workflowVersion: 1 })
    .session(session)
  const ids = new Map<string, string[]>()
  for (const { _id } of pins) {
    ids.set(_id.workflowId, [...(ids.get(_id.workflowId) ?? []), versionId(_id.workflowId, _id.version)])
  }
  return ids
}

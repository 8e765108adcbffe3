import { Contact } from '../../../models/contact.js'
import { ENDED_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import type { PurgeCursor } from '../../../models/purge-progress.js'
import { StepExecution } from '../../../models/step-execution.js'
import { Wait } from '../../../models/wait.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { findWaiting } from '../../base/outbox/find-waiting.js'
import { cursorAfter, PURGE_BATCH, type PurgeBatch } from './retention.js'

type WorkflowRef = Pick<WorkflowRecord, '_id' | 'allowReentry'>

/**
 * Deletes executions that ended before a date, with their steps and waits. In a workflow without re-entry the execution
 * itself stays while its contact exists, because it keeps the contact from entering again; only its context and steps
 * are deleted.
 */
export const purgeExecutions: PurgeBatch = async (projectId, before, after) => {
  const workflow = await nextWorkflow(projectId, after)
  if (!workflow) return { deleted: 0, after: null }
  const from = after?.workflowId === workflow._id ? after : null
  const ended = await findEnded({ projectId, workflowId: workflow._id }, before, from)
  const expired = ended.filter(({ completedAt }) => completedAt !== null && completedAt < before)
  const waiting = await findWaiting(
    'execution',
    projectId,
    expired.map(({ _id }) => _id),
  )
  const deleted = await deleteExpired(
    projectId,
    workflow,
    expired.filter(({ _id }) => !waiting.has(_id)),
  )
  return {
    deleted,
    after: behind(
      workflow,
      cursorAfter(ended, ({ startedAt }) => startedAt),
    ),
  }
}

// `~` sorts after every character of an id, so that the next batch begins with the workflow after this one.
function behind({ _id: workflowId }: WorkflowRef, after: PurgeCursor | null): PurgeCursor {
  return { ...(after ?? { at: 0, id: '' }), workflowId: after ? workflowId : `${workflowId}~` }
}

async function nextWorkflow(projectId: string, after: PurgeCursor | null): Promise<WorkflowRef | undefined> {
  const workflows = await Workflow.find({ projectId }, { allowReentry: 1 }).lean()
  return workflows
    .filter(({ _id }) => _id >= (after?.workflowId ?? ''))
    .sort((a, b) => (a._id < b._id ? -1 : 1))
    .at(0)
}

type EndedExecution = Pick<ExecutionRecord, '_id' | 'contactId' | 'startedAt' | 'completedAt' | 'onceKey' | 'erased'>

/** The next ended executions of a workflow, in the order of their start, because no index orders them by their end. */
function findEnded(
  of: { projectId: string; workflowId: string },
  before: Date,
  after: PurgeCursor | null,
): Promise<EndedExecution[]> {
  return Execution.find(
    {
      ...of,
      status: { $in: ENDED_STATUSES },
      startedAt: { ...(after ? { $gte: new Date(after.at) } : {}), $lt: before },
      ...(after ? { $nor: [{ startedAt: new Date(after.at), _id: { $lte: after.id } }] } : {}),
    },
    { contactId: 1, startedAt: 1, completedAt: 1, onceKey: 1, erased: 1 },
  )
    .sort({ startedAt: 1, _id: 1 })
    .limit(PURGE_BATCH)
    .hint({ projectId: 1, workflowId: 1, status: 1, startedAt: -1, _id: -1, workflowVersion: 1 })
    .lean<EndedExecution[]>()
}

async function deleteExpired(projectId: string, workflow: WorkflowRef, expired: EndedExecution[]): Promise<number> {
  if (expired.length === 0) return 0
  const keepers = await keepersAmong(projectId, workflow, expired)
  const idsToErase = expired.filter(({ _id, erased }) => !keepers.has(_id) || erased !== 'done').map(({ _id }) => _id)
  const ids = await withoutRetried(projectId, idsToErase)
  // Dependent rows go first, so that an interrupted batch is found again by its executions.
  await StepExecution.deleteMany({ projectId, executionId: { $in: ids } })
  await Wait.deleteMany({ projectId, executionId: { $in: ids } })
  await Execution.updateMany(
    { _id: { $in: ids.filter((id) => keepers.has(id)) }, projectId },
    { $set: { erased: 'done', context: {}, steps: [] } },
    { timestamps: false },
  )
  await Execution.deleteMany({ _id: { $in: ids.filter((id) => !keepers.has(id)) }, projectId })
  return ids.length
}

/** The executions that keep their contact from entering the workflow again. */
async function keepersAmong(
  projectId: string,
  { allowReentry }: WorkflowRef,
  expired: EndedExecution[],
): Promise<Set<string>> {
  const once = expired.filter(({ onceKey }) => !allowReentry || onceKey !== undefined)
  if (once.length === 0) return new Set()
  const contactIds = [...new Set(once.map(({ contactId }) => contactId))]
  const contacts = await Contact.find({ _id: { $in: contactIds }, projectId }, { _id: 1 }).lean()
  const existing = new Set(contacts.map(({ _id }) => _id))
  return new Set(once.filter(({ contactId }) => existing.has(contactId)).map(({ _id }) => _id))
}

/**
 * Marks executions, so that they can no longer be retried. Returns the ids of those that no retry had restarted before.
 */
async function withoutRetried(projectId: string, ids: string[]): Promise<string[]> {
  const ended = { _id: { $in: ids }, projectId, status: { $in: ENDED_STATUSES } }
  await Execution.updateMany({ ...ended, erased: null }, { $set: { erased: 'begun' } }, { timestamps: false })
  return (await Execution.find(ended, { _id: 1 }).lean()).map(({ _id }) => _id)
}

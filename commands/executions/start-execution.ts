import { enterStep } from '../../models/domain/enter-step.js'
import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { escapeData } from '../../models/domain/fields.js'
import { firstStep } from '../../models/domain/workflow-graph.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { countExecutionsEnded, countExecutionStarted } from '../../runtime/metrics/work.js'
import { newId } from '../../runtime/ids.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Outbox } from '../../models/outbox-entry.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { setOff } from '../outbox/set-off.js'
import { revokeDeletion } from '../workflows/revoke-deletion.js'
import { loadState } from './load-state.js'
import { releaseActiveKey } from './release-active-key.js'
import { stopCauseOf, stopExecution } from './stop-cause.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

/** A start of a workflow for a contact. */
export interface ExecutionStart {
  /** Given where a start may be repeated: an execution with this id is created once. */
  id?: string
  workflow: WorkflowRecord
  contactId: string
  /** The data of the trigger event or of the caller; keys as they were sent. */
  context: Record<string, unknown>
  sourceEventId: string | null
  depth: number
}

/** An execution that has begun, and the entries that follow. */
export interface ExecutionStarted {
  execution: ExecutionRecord
  entries: OutboxEntry[]
}

/**
 * Creates an execution with the entry to start it, or returns null when the rules of re-entry or an earlier start by
 * the same event forbid it, or its contact or workflow has just been deleted or disabled. The rules are unique indexes,
 * so that a hundred concurrent triggers create one execution. An execution that a cancellation of all overtakes comes
 * back CANCELLED.
 */
export async function startExecution(start: ExecutionStart): Promise<ExecutionStarted | null> {
  const { workflow, contactId } = start
  const { projectId, _id: workflowId } = workflow
  if (!workflow.allowReentry && (await Execution.exists({ projectId, contactId, workflowId }))) return null
  const draft = draftOf(start)
  const made = await insert(projectId, draft)
  if (made) return counted(await confirm(made))
  const freed = await releaseActiveKey(workflow, keyOf(start))
  const execution = freed && (await insert(projectId, draft))
  const started = execution && counted(await confirm(execution))
  return started && { ...started, entries: [...started.entries, ...(freed ?? [])] }
}

function counted(started: ExecutionStarted | null): ExecutionStarted | null {
  if (!started) return null
  countExecutionStarted()
  // A workflow without a step; a cancellation has counted its end itself.
  if (started.execution.status === 'COMPLETED') countExecutionsEnded('COMPLETED')
  return started
}

function keyOf({ workflow, contactId }: ExecutionStart): string {
  return `${workflow._id}:${contactId}`
}

function draftOf(start: ExecutionStart) {
  const { workflow, contactId } = start
  const id = start.id ?? newId()
  const now = databaseNow()
  const step = firstStep(workflow)
  // A workflow without a step behind its trigger is complete as soon as it is entered.
  const entry = step
    ? { ...enterStep(step, now), completedAt: null, activeKey: keyOf(start) }
    : { status: 'COMPLETED' as const, wakeAt: null, completedAt: now }
  return {
    _id: id,
    workflowId: workflow._id,
    workflowVersion: workflow.version,
    contactId,
    ...entry,
    currentStepId: step?.id ?? null,
    sequence: 1,
    cancellations: workflow.cancellations?.count ?? 0,
    exitReason: null,
    context: escapeData(start.context),
    sourceEventId: start.sourceEventId,
    depth: start.depth,
    startedAt: now,
    temporalWorkflowId: `execution:${id}`,
    ...(workflow.allowReentry ? {} : { onceKey: keyOf(start) }),
  }
}

async function insert(
  projectId: string,
  { _id, ...fields }: ReturnType<typeof draftOf>,
): Promise<ExecutionStarted | null> {
  try {
    return await inTransaction(async (session) => {
      const execution = await Execution.findOneAndUpdate(
        // Never matches an existing execution, which a repeated start would change.
        { _id, projectId, startedAt: { $exists: false } },
        { $setOnInsert: fields, $currentDate: { stepStartedAt: true } },
        { upsert: true, returnDocument: 'after', session },
      )
        .orFail()
        .lean()
      const ids = execution.status === 'COMPLETED' ? [] : [_id]
      return { execution, entries: await setOff(session, { kind: 'execution', projectId, ids }) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
}

// A change that disables or deletes a workflow, cancels all its executions or deletes a contact is stored before it
// reads the executions: of this start and such a change, the later one sees the other.
async function confirm(started: ExecutionStarted): Promise<ExecutionStarted | null> {
  const { execution } = started
  const { _id: id, projectId } = execution
  const state = await loadState({ projectId, executionId: id })
  const stopCause = state && stopCauseOf(state)
  if (stopCause?.cause === 'allCancelled') {
    await stopExecution(execution, stopCause)
    return { execution: await Execution.findOne({ _id: id, projectId }).orFail().lean(), entries: started.entries }
  }
  const isKept = state?.workflow?.deletion === undefined || (await revokeDeletion(execution))
  const mayGoOn = isKept && state?.workflow?.enabled && !stopCause
  return !mayGoOn && (await discard(started)) ? null : started
}

// No caller knows the execution yet, so that it can go; unless another relay has dispatched it, or a deletion ended it.
async function discard({ execution, entries }: ExecutionStarted): Promise<boolean> {
  const { _id, projectId } = execution
  const isGone = await inTransaction(async (session) => {
    const ids = entries.map((entry) => entry._id)
    const { deletedCount } = await Outbox.deleteMany({ _id: { $in: ids }, projectId }, { session })
    if (deletedCount < ids.length) return false
    const isEnded = { status: 'CANCELLED' as const }
    if (await Execution.exists({ _id, projectId, ...isEnded }).session(session)) return false
    await Execution.deleteOne({ _id, projectId }, { session })
    return true
  })
  return isGone || (await Execution.exists({ _id, projectId, status: { $in: ACTIVE_STATUSES } })) === null
}

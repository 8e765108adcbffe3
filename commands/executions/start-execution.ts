import { enterStep } from '../../models/domain/enter-step.js'
import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { escapeData } from '../../models/domain/fields.js'
import { firstStep } from '../../models/domain/workflow-graph.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { newId } from '../../runtime/ids.js'
import { newMark, type OutboxEntry } from '../../models/outbox-entry.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { holdWorkflow } from '../workflows/hold-workflow.js'
import { endHolder } from './end-holder.js'
import { findHalt, halt } from './find-halt.js'

/** Who walks which workflow, and what with. */
export interface ExecutionStart {
  /** Where the same start may be repeated: one that was made before is not made again. */
  id?: string
  workflow: WorkflowRecord
  contactId: string
  /** The trigger event's data, or what the caller gave; keys as they were sent. */
  context: Record<string, unknown>
  sourceEventId: string | null
  depth: number
}

/** An execution that has begun, and what that sets off. */
export interface ExecutionStarted {
  execution: ExecutionRecord
  entries: OutboxEntry[]
}

/**
 * Makes an execution with the entry to start it, or null when the rules of re-entry or its event's earlier
 * start forbid it, or its contact or workflow has just been deleted or disabled. The rules are unique indexes, so that
 * a hundred triggers at once make one execution. One that a cancellation of all overtakes comes back CANCELLED.
 */
export async function startExecution(start: ExecutionStart): Promise<ExecutionStarted | null> {
  const { workflow, contactId } = start
  const { projectId, _id: workflowId } = workflow
  if (!workflow.allowReentry && (await Execution.exists({ projectId, contactId, workflowId }))) return null
  const draft = draftOf(start)
  const made = await insert(projectId, draft)
  if (made) return settle(made)
  const freed = await endHolder(workflow, keyOf(start))
  const execution = freed && (await insert(projectId, draft))
  const started = execution && (await settle(execution))
  return started && { ...started, entries: [...started.entries, ...(freed ?? [])] }
}

function keyOf({ workflow, contactId }: ExecutionStart): string {
  return `${workflow._id}:${contactId}`
}

function draftOf(start: ExecutionStart) {
  const { workflow, contactId } = start
  const id = start.id ?? newId()
  const now = new Date()
  const step = firstStep(workflow)
  // A workflow with nothing behind its trigger is walked as soon as it is entered.
  const entry = step
    ? { ...enterStep(step, now), completedAt: null, activeKey: keyOf(start), dispatch: newMark() }
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
): Promise<ExecutionRecord | null> {
  try {
    return await Execution.findOneAndUpdate(
      // Never one that is there already, which a repeated start would change.
      { _id, projectId, startedAt: { $exists: false } },
      { $setOnInsert: fields, $currentDate: { stepStartedAt: true } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
}

// Whoever disables or deletes a workflow, cancels all of it or deletes a contact writes that before looking at the
// executions: whichever comes second, the execution or that, sees the other.
async function settle(execution: ExecutionRecord): Promise<ExecutionStarted | null> {
  const { _id: id, projectId, workflowId, dispatch } = execution
  const [isHeld, isEnabled, reason] = await Promise.all([
    holdWorkflow(execution),
    Workflow.exists({ _id: workflowId, projectId, enabled: true }),
    findHalt(execution),
  ])
  if (reason?.cause === 'allCancelled') {
    await halt(execution, reason)
    return { execution: await Execution.findOne({ _id: id, projectId }).orFail().lean(), entries: [] }
  }
  if ((!isHeld || !isEnabled || reason) && (await discard(execution))) return null
  return { execution, entries: dispatch ? [{ kind: 'execution', projectId, id }] : [] }
}

// Nothing is known of it yet, so nothing stays of it; unless a poller has set it off by now, or a deletion ended it.
async function discard({ _id, projectId }: ExecutionRecord): Promise<boolean> {
  const isUnknown = { status: { $ne: 'CANCELLED' as const }, 'dispatch.poller': null }
  const { deletedCount } = await Execution.deleteOne({ _id, projectId, ...isUnknown })
  if (deletedCount > 0) return true
  return (await Execution.exists({ _id, projectId, status: { $in: ACTIVE_STATUSES } })) === null
}

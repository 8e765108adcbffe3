import { Contact } from '../../contact.js'
import { enterStep } from '../../domain/enter-step.js'
import { ACTIVE_STATUSES } from '../../domain/execution-status.js'
import { escapeData } from '../../domain/fields.js'
import { firstStep } from '../../domain/workflow-graph.js'
import { isDuplicateKey } from '../../duplicate-key.js'
import { Execution, type ExecutionRecord } from '../../execution.js'
import { newId } from '../../ids.js'
import { pending, type Intent } from '../../intent.js'
import type { WorkflowRecord } from '../../workflow.js'
import { closeExecution } from './close-execution.js'

/** Who walks which workflow, and what with. */
export interface ExecutionStart {
  workflow: WorkflowRecord
  contactId: string
  /** The trigger event's data, or what the caller gave; keys as they were sent. */
  context: Record<string, unknown>
  sourceEventId: string | null
  depth: number
}

/**
 * Makes an execution with the intent to start it, or null when the rules of re-entry or its event's earlier
 * start forbid it. The rules are unique indexes, so that a hundred triggers at once make one execution.
 */
export async function startExecution(
  start: ExecutionStart,
): Promise<{ execution: ExecutionRecord; intents: Intent[] } | null> {
  const { workflow, contactId } = start
  const { projectId } = workflow
  const key = `${workflow._id}:${contactId}`
  if (!workflow.allowReentry && (await Execution.exists({ projectId, contactId, workflowId: workflow._id })))
    return null
  const id = newId()
  const now = new Date()
  const step = firstStep(workflow)
  // A workflow with nothing behind its trigger is walked as soon as it is entered.
  const entry = step
    ? { ...enterStep(step, now), completedAt: null, activeKey: key, dispatch: pending() }
    : { status: 'COMPLETED' as const, wakeAt: null, completedAt: now }
  const fields = {
    workflowId: workflow._id,
    workflowVersion: workflow.version,
    contactId,
    ...entry,
    currentStepId: step?.id ?? null,
    sequence: 1,
    exitReason: null,
    context: escapeData(start.context),
    sourceEventId: start.sourceEventId,
    depth: start.depth,
    startedAt: now,
    temporalWorkflowId: `execution:${id}`,
    ...(workflow.allowReentry ? {} : { onceKey: key }),
  }
  try {
    const execution = await Execution.findOneAndUpdate(
      { _id: id, projectId },
      { $setOnInsert: fields, $currentDate: { stepStartedAt: true } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
    if (!(await hasContact(execution))) return null
    return { execution, intents: step ? [{ kind: 'execution', projectId, id }] : [] }
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
}

// A contact is deleted before its executions are looked for: whichever comes second sees the other.
async function hasContact({ _id: executionId, projectId, contactId }: ExecutionRecord): Promise<boolean> {
  if (await Contact.exists({ _id: contactId, projectId })) return true
  const end = { status: 'CANCELLED', exitReason: 'contact_deleted' } as const
  await closeExecution({ projectId, executionId, from: ACTIVE_STATUSES, ...end })
  return false
}

import type { ScopedContact } from '../../../mail/rendering/contact-scope.js'
import type { NextStep, StepRef } from '../../../models/domain/next-step.js'
import { nextStepFor } from '../../../models/domain/enter-step.js'
import { notFound } from '../../../models/domain/errors.js'
import { ACTIVE_STATUSES, isActive } from '../../../models/domain/execution-status.js'
import { findStep, findNextStep, type Step } from '../../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { completed, type EndedStepRun } from '../../../models/step-execution.js'
import { versionId, type WorkflowVersionRecord } from '../../../models/workflow-version.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { loadVersion, loadVersionById } from '../workflows/load-version.js'
import { removeLateOutcomes } from './erase-executions.js'
import { loadExecution, requireExecution } from './load-execution.js'
import {
  loadConditionState,
  loadState,
  loadTemplateState,
  type ConditionState,
  type ExecutionState,
  type TemplateState,
} from './load-state.js'
import { stopCauseOf, stopExecution } from './stop-cause.js'

/** A step that has to run now. */
export interface OpenStep extends Pick<ExecutionState, 'project'> {
  execution: ExecutionRecord
  version: WorkflowVersionRecord
  step: Step
  /** The DELAY before this step, whose end is recorded with the outcome of this step. */
  endedDelay: EndedStepRun | null
}

/** An open step with the data of its templates. */
export interface OpenTemplateStep extends OpenStep, Pick<TemplateState, 'outputs' | 'template' | 'project'> {
  contact: ScopedContact
}

/** A CONDITION step that has to run now. */
export interface OpenCondition extends OpenStep, Pick<ConditionState, 'decided'> {}

/**
 * Looks up a step that is to run, in its `attempt`th attempt. Returns the next step instead when the stored execution
 * has ended or moved on, because the step is repeated or was cancelled. Stops an execution that must not go on. Throws
 * the 404 of the execution or of its workflow.
 */
export async function openStep(ref: StepRef, attempt = 1): Promise<OpenStep | NextStep> {
  return open(ref, await loadState(ref), attempt)
}

/** Looks up a step that has templates, as `openStep` does. */
export async function openTemplateStep(ref: StepRef, attempt = 1): Promise<OpenTemplateStep | NextStep> {
  const { step } = await definitionOf(ref)
  // A step whose contact is deleted does not open.
  return open(ref, await loadTemplateState({ ...ref, step }), attempt) as Promise<OpenTemplateStep | NextStep>
}

/**
 * Looks up a CONDITION step with the outcome of its conditions, as `openStep` does. Throws the BAD_REQUEST of
 * conditions.
 */
export async function openCondition(ref: StepRef, attempt = 1): Promise<OpenCondition | NextStep> {
  const { step, version } = await definitionOf(ref)
  return open(ref, await loadConditionState({ ...ref, step, versionId: version._id }), attempt)
}

/** Whether the look-up found the step that has to run. */
export function isOpen<Open extends OpenStep>(found: Open | NextStep): found is Open {
  return 'step' in found
}

/** The filter for an active execution at this place. Every change of an execution uses it. */
export function atPlace(
  { projectId, executionId, sequence, retries }: Omit<StepRef, 'stepId'>,
  { contactId }: Pick<ExecutionRecord, 'contactId'>,
) {
  return {
    _id: executionId,
    projectId,
    contactId,
    sequence,
    retries: retries ?? null,
    status: { $in: ACTIVE_STATUSES },
  }
}

/** The version that an execution runs. Throws WORKFLOW_NOT_FOUND when it is deleted. */
export async function versionOf(execution: ExecutionRecord): Promise<WorkflowVersionRecord> {
  const { projectId, workflowId, workflowVersion } = execution
  const version = await loadVersion(projectId, workflowId, workflowVersion)
  if (!version) throw notFound('workflow', workflowId)
  return version
}

/**
 * The next step of an execution that has left the step, by the stored record. Removes outcomes that an attempt of the
 * step has stored too late. Throws the 404 of the execution or of its workflow.
 */
export async function nextStepBeyond(ref: StepRef, stored: ExecutionRecord | null): Promise<NextStep> {
  const execution = await requireStored(ref, stored)
  await removeLateOutcomes(ref, execution)
  return nextStepFor(await versionOf(execution), execution)
}

async function open<State extends ExecutionState>(
  ref: StepRef,
  state: State | null,
  attempt: number,
): Promise<(State & OpenStep) | NextStep> {
  const found = await requireStored(ref, state)
  const { execution } = found
  const version = await versionOf(execution)
  const step = findStep(version, ref.stepId)
  const endedDelay = findEndedDelay(ref, execution, version)
  if (!step || !(endedDelay || isAt(execution, ref))) return nextStepBeyond(ref, execution)
  const cause = stopCauseOf(found)
  if (cause) return nextStepFor(version, (await stopExecution(execution, cause)) ?? (await requireExecution(ref)))
  if (attempt > 1 && !endedDelay) await Execution.updateOne(atPlace(ref, execution), { $max: { attempts: attempt } })
  return { ...found, version, step, endedDelay }
}

/**
 * Returns the record of an execution. For a deleted execution it deletes the outcomes stored since, and throws the 404.
 */
async function requireStored<Found>(ref: StepRef, found: Found | null): Promise<Found> {
  if (found) return found
  await removeLateOutcomes(ref, null)
  throw notFound('execution', ref.executionId)
}

function isAt({ status, sequence, retries }: ExecutionRecord, ref: StepRef): boolean {
  return isActive(status) && sequence === ref.sequence && retries === ref.retries
}

/**
 * The outcome of a DELAY, if the stored execution is still in it and its Temporal workflow execution has passed it;
 * else null.
 */
function findEndedDelay(ref: StepRef, execution: ExecutionRecord, version: WorkflowVersionRecord): EndedStepRun | null {
  const { currentStepId, sequence, retries = null, attempts = 1, stepStartedAt: startedAt } = execution
  if (!ref.endsDelay || !isAt(execution, { ...ref, sequence: ref.sequence - 1 })) return null
  const delay = findStep(version, currentStepId ?? '')
  if (delay?.type !== 'DELAY' || findNextStep(version, delay.id, null)?.id !== ref.stepId) return null
  const completedAt = databaseNow()
  return { _id: newId(), stepId: delay.id, sequence, retries, ...completed(), attempts, startedAt, completedAt }
}

/** The definition of the step. It is read before the state, so that one query finds all data of the step. */
async function definitionOf(ref: StepRef): Promise<{ version: WorkflowVersionRecord; step: Step }> {
  // A retry may have changed the version. A Temporal workflow execution that has begun before the retry does not know
  // the new version.
  const pinned = ref.retries ? null : await loadVersionById(ref.projectId, ref.versionId)
  const version = pinned ?? (await versionOf(await requireStored(ref, await loadExecution(ref))))
  const step = findStep(version, ref.stepId)
  if (!step) throw new Error(`Version ${versionId(version.workflowId, version.version)} has no step ${ref.stepId}`)
  return { version, step }
}

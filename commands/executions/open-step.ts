import type { ScopedContact } from '../../mail/rendering/contact-scope.js'
import type { NextStep, StepRef } from '../../models/domain/next-step.js'
import { nextStepFor } from '../../models/domain/enter-step.js'
import { notFound } from '../../models/domain/errors.js'
import { ACTIVE_STATUSES, isActive } from '../../models/domain/execution-status.js'
import { findStep, findNextStep, type Step } from '../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { completed, type EndedStepRun } from '../../models/step-execution.js'
import { versionId, type WorkflowVersionRecord } from '../../models/workflow-version.js'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
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

/** A step that has to be walked now. */
export interface OpenStep extends Pick<ExecutionState, 'project'> {
  execution: ExecutionRecord
  version: WorkflowVersionRecord
  step: Step
  /** The DELAY before it, whose end is recorded with the outcome of this step. */
  endedDelay: EndedStepRun | null
}

/** The same with what the templates of the step see besides. */
export interface OpenTemplateStep extends OpenStep, Pick<TemplateState, 'outputs' | 'template' | 'project'> {
  contact: ScopedContact
}

/** A CONDITION step that has to be walked now. */
export interface OpenCondition extends OpenStep, Pick<ConditionState, 'decided'> {}

/**
 * Looks up the step of a next step, for the `attempt`th time. When the stored execution has ended or moved on since,
 * because the step is repeated or was cancelled, it returns the next step to follow instead. An execution that must
 * not go on is stopped here. Throws the 404 of the execution or of its workflow.
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

/** Looks up a CONDITION step with the outcome of its conditions, as `openStep` does. Throws BAD_REQUEST as they may. */
export async function openCondition(ref: StepRef, attempt = 1): Promise<OpenCondition | NextStep> {
  const { step, version } = await definitionOf(ref)
  return open(ref, await loadConditionState({ ...ref, step, versionId: version._id }), attempt)
}

/** Whether the look-up found the step to be walked. */
export function isOpen<Open extends OpenStep>(found: Open | NextStep): found is Open {
  return 'step' in found
}

/** The filter for an active execution at this place of its walk, which every change of it compares. */
export function atPlace({ projectId, executionId, sequence, retries }: Omit<StepRef, 'stepId'>) {
  return { _id: executionId, projectId, sequence, retries: retries ?? null, status: { $in: ACTIVE_STATUSES } }
}

/** The version that an execution runs. Throws WORKFLOW_NOT_FOUND when it is deleted. */
export async function versionOf(execution: ExecutionRecord): Promise<WorkflowVersionRecord> {
  const { projectId, workflowId, workflowVersion } = execution
  const version = await loadVersion(projectId, workflowId, workflowVersion)
  if (!version) throw notFound('workflow', workflowId)
  return version
}

/**
 * The next step to follow for an execution that has left the step, as it is stored now; what an attempt at the step has
 * stored too late is removed. Throws the 404 of the execution or of its workflow.
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
  if (attempt > 1 && !endedDelay) await Execution.updateOne(atPlace(ref), { $max: { attempts: attempt } })
  return { ...found, version, step, endedDelay }
}

/** Returns what was found of an execution. Deletes what steps of a deleted one have stored since, and throws its 404. */
async function requireStored<Found>(ref: StepRef, found: Found | null): Promise<Found> {
  if (found) return found
  await removeLateOutcomes(ref, null)
  throw notFound('execution', ref.executionId)
}

function isAt({ status, sequence, retries }: ExecutionRecord, ref: StepRef): boolean {
  return isActive(status) && sequence === ref.sequence && retries === ref.retries
}

/** The outcome of the DELAY in which an execution still is whose Temporal workflow has gone on to the step after it. */
function findEndedDelay(ref: StepRef, execution: ExecutionRecord, version: WorkflowVersionRecord): EndedStepRun | null {
  const { currentStepId, sequence, retries = null, attempts = 1, stepStartedAt: startedAt } = execution
  if (!ref.endsDelay || !isAt(execution, { ...ref, sequence: ref.sequence - 1 })) return null
  const delay = findStep(version, currentStepId ?? '')
  if (delay?.type !== 'DELAY' || findNextStep(version, delay.id, null)?.id !== ref.stepId) return null
  const completedAt = databaseNow()
  return { _id: newId(), stepId: delay.id, sequence, retries, ...completed(), attempts, startedAt, completedAt }
}

/** The definition of the step, read before its state so that one query finds all that the step needs. */
async function definitionOf(ref: StepRef): Promise<{ version: WorkflowVersionRecord; step: Step }> {
  // A retry may have changed the version, which the Temporal workflow that goes on does not know.
  const pinned = ref.retries ? null : await loadVersionById(ref.projectId, ref.versionId)
  const version = pinned ?? (await versionOf(await requireStored(ref, await loadExecution(ref))))
  const step = findStep(version, ref.stepId)
  if (!step) throw new Error(`Version ${versionId(version.workflowId, version.version)} has no step ${ref.stepId}`)
  return { version, step }
}

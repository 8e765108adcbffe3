import type { ClientSession } from 'mongoose'
import type { Directive, StepRef } from '../../models/domain/directive.js'
import { directiveFor, enterStep } from '../../models/domain/enter-step.js'
import { notFound } from '../../models/domain/errors.js'
import { ACTIVE_STATUSES, isActive, type ExecutionStatus } from '../../models/domain/execution-status.js'
import { escapeData } from '../../models/domain/fields.js'
import { findStep, MAX_STEPS_WALKED, nextStep, type Step } from '../../models/domain/workflow-graph.js'
import { isDuplicateKey, retryOnDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import type { ContactRecord } from '../../models/contact.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { countExecutionsEnded } from '../../runtime/metrics/work.js'
import { newId } from '../../runtime/ids.js'
import { loadVersion } from '../workflows/load-version.js'
import { StepExecution, type StepExecutionRecord, type StepOutcome } from '../../models/step-execution.js'
import type { WorkflowVersionRecord } from '../../models/workflow-version.js'
import { closeWaits, endOf } from './close-execution.js'
import { eraseSteps } from './erase-executions.js'
import { boundReason } from './size-limits.js'
import { stopCauseOf, stopExecution } from './stop-cause.js'
import { loadExecution } from './load-execution.js'
import { loadState, loadTemplateState, type ExecutionState, type TemplateState } from './load-state.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

/** A step that has to be walked now. */
export interface OpenStep {
  execution: ExecutionRecord
  version: WorkflowVersionRecord
  step: Step
}

/** The same with what the templates of the step see besides. */
export interface OpenTemplateStep extends OpenStep, Pick<TemplateState, 'outputs'> {
  contact: ContactRecord
}

/**
 * Looks up the step of a directive, for the `attempt`th time. When the stored execution has ended or moved on since,
 * because the step is repeated or was cancelled, it returns the directive to follow instead. An execution that must
 * not go on is stopped here.
 */
export async function openStep(ref: StepRef, attempt = 1): Promise<OpenStep | Directive> {
  return open(ref, await loadState(ref), attempt)
}

/** Looks up a step that has templates, as `openStep` does. */
export async function openTemplateStep(ref: StepRef, attempt = 1): Promise<OpenTemplateStep | Directive> {
  // A step whose contact is deleted does not open.
  return open(ref, await loadTemplateState(ref), attempt) as Promise<OpenTemplateStep | Directive>
}

async function open<State extends ExecutionState>(
  ref: StepRef,
  state: State | null,
  attempt: number,
): Promise<(State & OpenStep) | Directive> {
  if (!state) throw notFound('execution', ref.executionId)
  const { execution } = state
  const version = await versionOf(execution)
  const step = findStep(version, ref.stepId)
  if (!step || !isAt(execution, ref)) return directiveFor(version.steps, execution)
  const cause = stopCauseOf(state)
  if (cause) return directiveFor(version.steps, (await stopExecution(execution, cause)) ?? (await load(ref)).execution)
  if (attempt > 1) await Execution.updateOne(at(ref), { $max: { attempts: attempt } })
  return { ...state, version, step }
}

/** Whether the look-up found the step to be walked. */
export function isOpen<Open extends OpenStep>(found: Open | Directive): found is Open {
  return 'step' in found
}

/** The outcome of a step, and its additions to the context. */
export interface StepResult extends StepOutcome {
  context?: Record<string, unknown>
}

/**
 * Records a step's outcome and moves the execution on, each once: the first outcome recorded for this place in
 * the walk decides, and the move compares the place. `open` is the step, where the caller has looked it up. Returns the
 * next directive.
 */
export async function recordStepOutcome(
  ref: StepRef,
  result: StepResult,
  { attempt = 1, open }: { attempt?: number; open?: OpenStep } = {},
): Promise<Directive> {
  const { execution, version } = open ?? (await load(ref))
  const attempts = Math.max(attempt, execution.attempts ?? 1)
  const recorded = await recordOutcome(ref, result, execution.stepStartedAt, attempts)
  const update = moveOn(version, ref, recorded)
  const moved = await Execution.findOneAndUpdate(at(ref), update, { returnDocument: 'after' }).lean()
  if (moved && !isActive(moved.status)) countExecutionsEnded(moved.status)
  if (moved?.status === 'FAILED') await closeWaits(ref)
  if (moved) return directiveFor(version.steps, moved)
  const { execution: current } = await load(ref)
  // The contact was deleted during the step, and the removal of its data may have passed the outcome.
  if (current.erased) await eraseSteps({ projectId: ref.projectId, executionId: ref.executionId })
  return directiveFor(version.steps, current)
}

/** The step has an outcome already, or the execution has left the step. */
export class StepTakenError extends Error {}

/**
 * Records a step's outcome inside the transaction that does the work of the step: both or neither, and a cancellation
 * comes either before both or after. Returns the status after the move; throws StepTakenError, which aborts the transaction.
 */
export async function recordStepOutcomeIn(
  session: ClientSession,
  ref: StepRef,
  result: StepResult,
): Promise<ExecutionStatus> {
  // Rendering may have taken a while since the last check.
  const state = await loadState(ref)
  if (!state || stopCauseOf(state)) throw new StepTakenError()
  const { execution } = state
  const version = await versionOf(execution)
  const { projectId, executionId, sequence, retries = null } = ref
  const outcome = outcomeOf(ref, result, execution.stepStartedAt, execution.attempts ?? 1)
  try {
    const [recorded] = await StepExecution.create([{ projectId, executionId, sequence, retries, ...outcome }], {
      session,
    })
    const update = recorded && moveOn(version, ref, recorded.toObject())
    const moved =
      update && (await Execution.findOneAndUpdate(at(ref), update, { session, returnDocument: 'after' }).lean())
    if (!moved) throw new StepTakenError()
    return moved.status
  } catch (error) {
    throw isDuplicateKey(error) ? new StepTakenError() : error
  }
}

function isAt({ status, sequence, retries }: ExecutionRecord, ref: StepRef): boolean {
  return isActive(status) && sequence === ref.sequence && retries === ref.retries
}

/** The filter for an execution in this place of its walk, which every change of it compares. */
function at({ projectId, executionId, sequence, retries }: StepRef) {
  return { _id: executionId, projectId, sequence, retries: retries ?? null, status: { $in: ACTIVE_STATUSES } }
}

async function load({ projectId, executionId }: StepRef) {
  const execution = await loadExecution({ projectId, executionId })
  if (!execution) throw notFound('execution', executionId)
  return { execution, version: await versionOf(execution) }
}

async function versionOf({ projectId, workflowId, workflowVersion }: ExecutionRecord): Promise<WorkflowVersionRecord> {
  const version = await loadVersion(projectId, workflowId, workflowVersion)
  if (!version) throw notFound('workflow', workflowId)
  return version
}

function recordOutcome(
  ref: StepRef,
  result: StepResult,
  startedAt: Date | null,
  attempts: number,
): Promise<StepExecutionRecord> {
  const { projectId, executionId, sequence, retries } = ref
  const outcome = outcomeOf(ref, result, startedAt, attempts)
  return retryOnDuplicateKey(() =>
    StepExecution.findOneAndUpdate(
      { projectId, executionId, sequence, retries: retries ?? null },
      { $setOnInsert: outcome },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean(),
  )
}

function outcomeOf(
  { stepId }: StepRef,
  { status, branch, output, error, context }: StepResult,
  startedAt: Date | null,
  attempts: number,
) {
  return {
    _id: newId(),
    stepId,
    status,
    branch,
    output: output ? escapeData(output) : null,
    error: error === null ? null : boundReason(error),
    context: context ? escapeData(context) : null,
    attempts,
    startedAt,
    completedAt: databaseNow(),
  }
}

// The move follows from the recorded outcome alone, so that a repeated interrupted move is the same.
function moveOn(version: WorkflowVersionRecord, ref: StepRef, recorded: StepExecutionRecord) {
  if (recorded.status === 'FAILED') return endOf({ status: 'FAILED', exitReason: recorded.error })
  const step = findStep(version, ref.stepId)
  if (step?.type === 'EXIT') {
    const { reason = null } = step.config as { reason?: string }
    return endOf({ status: 'EXITED', exitReason: reason })
  }
  const next = nextStep(version, ref.stepId, recorded.branch)
  if (!next) return endOf({ status: 'COMPLETED', exitReason: null })
  if (ref.sequence >= MAX_STEPS_WALKED) return endOf({ status: 'FAILED', exitReason: 'step_limit' })
  const joined = Object.entries(recorded.context ?? {}).map(([key, value]) => [`context.${key}`, value])
  return {
    $set: {
      currentStepId: next.id,
      sequence: ref.sequence + 1,
      ...enterStep(next, databaseNow()),
      ...Object.fromEntries(joined),
    },
    $unset: { attempts: 1 as const, isCalling: 1 as const },
    $currentDate: { stepStartedAt: true as const },
  }
}

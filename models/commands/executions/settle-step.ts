import type { Directive, StepRef } from '../../domain/directive.js'
import { directiveFor, enterStep } from '../../domain/enter-step.js'
import { notFound } from '../../domain/errors.js'
import { ACTIVE_STATUSES, isActive } from '../../domain/execution-status.js'
import { escapeData } from '../../domain/fields.js'
import { findStep, MAX_STEPS_WALKED, nextStep, type Step } from '../../domain/workflow-graph.js'
import { upserting } from '../../duplicate-key.js'
import { Execution, type ExecutionRecord } from '../../execution.js'
import { newId } from '../../ids.js'
import { loadVersion } from '../../loaded-version.js'
import { StepExecution, type StepExecutionRecord, type StepOutcome } from '../../step-execution.js'
import type { WorkflowVersionRecord } from '../../workflow-version.js'
import { endOf } from './close-execution.js'

/** A step that is to be walked now. */
export interface OpenStep {
  execution: ExecutionRecord
  version: WorkflowVersionRecord
  step: Step
}

/**
 * Looks up the step that a durable execution was told to walk. When the stored execution has ended or moved on
 * since, because the step is repeated or was cancelled, it answers with the directive to follow instead.
 */
export async function openStep(ref: StepRef): Promise<OpenStep | Directive> {
  const { execution, version } = await load(ref)
  const step = findStep(version, ref.stepId)
  const isCurrent = isActive(execution.status) && execution.sequence === ref.sequence
  return isCurrent && step ? { execution, version, step } : directiveFor(version.steps, execution)
}

/** Whether the look-up found the step to be walked. */
export function isOpen(found: OpenStep | Directive): found is OpenStep {
  return 'step' in found
}

/** What a step came to, and what it adds to the context. */
export interface StepSettlement extends StepOutcome {
  context?: Record<string, unknown>
}

/**
 * Records a step's outcome and moves the execution on, each once: the first outcome recorded for this place in
 * the walk decides, and the move compares the place. Returns what to do next.
 */
export async function settleStep(ref: StepRef, settlement: StepSettlement, attempt = 1): Promise<Directive> {
  const { execution, version } = await load(ref)
  const recorded = await recordOutcome(ref, settlement, execution.stepStartedAt, attempt)
  const moved = await Execution.findOneAndUpdate(
    { _id: ref.executionId, projectId: ref.projectId, sequence: ref.sequence, status: { $in: ACTIVE_STATUSES } },
    moveOn(version, ref, recorded),
    { returnDocument: 'after' },
  ).lean()
  return directiveFor(version.steps, moved ?? (await load(ref)).execution)
}

async function load({ projectId, executionId }: StepRef) {
  const execution = await Execution.findOne({ _id: executionId, projectId }).lean()
  if (!execution) throw notFound('execution', executionId)
  const version = await loadVersion(projectId, execution.workflowId, execution.workflowVersion)
  if (!version) throw notFound('workflow', execution.workflowId)
  return { execution, version }
}

async function recordOutcome(
  { projectId, executionId, stepId, sequence }: StepRef,
  { status, branch, output, error, context }: StepSettlement,
  startedAt: Date | null,
  attempts: number,
): Promise<StepExecutionRecord> {
  const outcome = {
    _id: newId(),
    stepId,
    status,
    branch,
    output,
    error,
    context: context ? escapeData(context) : null,
    attempts,
    startedAt,
    completedAt: new Date(),
  }
  return upserting(() =>
    StepExecution.findOneAndUpdate(
      { projectId, executionId, sequence },
      { $setOnInsert: outcome },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean(),
  )
}

// Everything here follows from what is recorded, so that whoever finishes an interrupted move makes the same one.
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
      ...enterStep(next, new Date()),
      ...Object.fromEntries(joined),
    },
    $currentDate: { stepStartedAt: true as const },
  }
}

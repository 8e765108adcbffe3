import { projectsOf } from '../../../models/by-shard.js'
import type { ClientSession } from 'mongoose'
import type { NextStep, StepRef } from '../../../models/domain/next-step.js'
import { nextStepFor } from '../../../models/domain/enter-step.js'
import { isActive } from '../../../models/domain/execution-status.js'
import { notFound } from '../../../models/domain/errors.js'
import { escapeData } from '../../../models/domain/fields.js'
import { walkOn, type NextPosition } from '../../../models/domain/walk-on.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { completed, type StepOutcome, type EndedStepRun } from '../../../models/step-execution.js'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'
import { isolateFailures } from '../../../runtime/concurrency/isolate-failures.js'
import { newId } from '../../../runtime/ids.js'
import { countExecutionsEnded } from '../../../runtime/metrics/work.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { shardOf } from '../../../runtime/mongodb/shard-of.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { updateEach } from '../../../models/update-each.js'
import { closeWaits } from './close-execution.js'
import { countSteps, type StepCounted } from './count-steps.js'
import { countedOf } from './counted-steps.js'
import { notifyOfFailure } from './notify-of-failure.js'
import { loadExecution } from './load-execution.js'
import { loadState, loadStates, STEP_COOLDOWN_MS } from './load-state.js'
import { atPlace, nextStepBeyond, versionOf, type OpenStep } from './open-step.js'
import { boundReason } from './size-limits.js'
import { stopCauseOf } from './stop-cause.js'
import { areFull, storeOlderSteps } from './step-runs.js'
import { restAfterTime, type Rest } from '../../../models/domain/rest.js'
import { findStep } from '../../../models/domain/workflow-graph.js'

/** The outcome of a step, and its additions to the context. */
export interface StepResult extends StepOutcome {
  context?: Record<string, unknown>
}

/** The part of an open step that its completion needs. */
type Completable = Pick<OpenStep, 'execution' | 'version' | 'endedDelay' | 'project'>

interface CompletionOptions {
  attempt?: number
  open?: Completable
  /** The rest of the execution after a WAIT_FOR_EVENT. */
  nextRest?: Rest
}

/**
 * Records the outcome of a step and moves the execution on, by one compare-and-set of its place: the first outcome
 * decides. `open` is the step if the caller has looked it up. Returns the next step. Throws the 404 of the execution or
 * of its workflow.
 */
export async function completeStep(
  ref: StepRef,
  result: StepResult,
  { attempt = 1, open, nextRest }: CompletionOptions = {},
): Promise<NextStep> {
  const completed = open ?? (await find(ref))
  const outcome = outcomeOf(ref, result, completed, attempt)
  const context = result.context && escapeData(result.context)
  const move = await moveWith(ref, completed, outcome, { context, nextRest })
  if (await moveInBatch(move)) return followMove(move)
  return nextStepBeyond(ref, await loadExecution(ref))
}

/** The step has an outcome already, or the execution has left the step. */
export class StepEndedError extends Error {}

/**
 * Completes a step inside the transaction that does its work, so that a cancellation comes before both or after both.
 * Returns the next step. Throws StepEndedError, which aborts the transaction.
 */
export async function completeStepIn(session: ClientSession, ref: StepRef, result: StepResult): Promise<NextStep> {
  const { projectId, executionId } = ref
  // The check is repeated, because rendering may have taken a while. The transaction holds a lock on its contact, so
  // that this read must not wait for a batch.
  const [state] = await loadStates(projectId, [executionId])
  if (!state || stopCauseOf(state)) throw new StepEndedError()
  const { execution, project } = state
  const completed = { execution, project, version: await versionOf(execution), endedDelay: null }
  const outcome = outcomeOf(ref, result, completed, 1)
  const { filter, update, after, counted } = await moveWith(ref, completed, outcome, { session })
  if ((await updateEach(Execution, [{ filter, update }], session)).matchedCount === 0) throw new StepEndedError()
  await countSteps(session, counted)
  return nextStepAfter(completed, after)
}

/** One compare-and-set of an execution's place, and the place where the execution stands after it. */
interface Move extends Completable {
  filter: ReturnType<typeof atPlace>
  update: { $set: Record<string, unknown>; [operator: string]: object }
  after: NextPosition
  /** The id of the outcome that the move records. */
  outcomeId: string
  /** What the move adds to the counters of its steps. */
  counted: StepCounted[]
}

interface MoveOptions {
  /** The additions to the context. */
  context?: Record<string, unknown> | undefined
  /** The transaction that the move is part of. */
  session?: ClientSession
  /** The rest of the execution after the step; computed for a DELAY. */
  nextRest?: Rest | undefined
}

async function find(ref: StepRef): Promise<Completable> {
  const state = await loadState(ref)
  if (!state) throw notFound('execution', ref.executionId)
  const { execution, project } = state
  return { execution, project, version: await versionOf(execution), endedDelay: null }
}

/** The move that follows from an outcome. */
async function moveWith(
  ref: StepRef,
  completed: Completable,
  outcome: EndedStepRun,
  { context = {}, session, nextRest = restOf(completed, outcome) }: MoveOptions = {},
): Promise<Move> {
  const { execution, version, endedDelay, project } = completed
  const { steps } = execution
  const after = walkOn(version, outcome, outcome.completedAt, project?.timezone ?? 'UTC')
  const { exit, ...position } = after
  const stepRuns = [...(endedDelay ? [endedDelay] : []), outcome, ...(exit ? [exitOf(exit.id, outcome)] : [])]
  const isFull = areFull(steps)
  if (isFull) await storeOlderSteps(execution, steps, session)
  const additions = Object.entries(context).map(([key, value]) => [`context.${key}`, value])
  const isOver = !isActive(after.status)
  return {
    ...completed,
    after,
    outcomeId: outcome._id,
    counted: countedOf(execution, stepRuns, after),
    filter: atPlace({ ...ref, sequence: endedDelay?.sequence ?? ref.sequence }, execution),
    update: {
      $set: {
        ...position,
        ...(isOver ? { completedAt: outcome.completedAt } : {}),
        ...(nextRest ? { rest: nextRest } : {}),
        ...(isFull ? { steps: stepRuns } : {}),
        ...Object.fromEntries(additions),
      },
      $unset: { attempts: 1, isCalling: 1, ...(isOver ? { activeKey: 1 } : {}) },
      $currentDate: { updatedAt: true, ...(isOver ? {} : { stepStartedAt: true }) },
      ...(isFull ? {} : { $push: { steps: { $each: stepRuns } } }),
    },
  }
}

/** The rest of the execution after a DELAY that ends with this outcome or before it; undefined without a DELAY. */
function restOf({ execution, version, endedDelay }: Completable, { stepId }: EndedStepRun): Rest | undefined {
  const { rest, wakeAt, stepStartedAt } = execution
  if (!endedDelay && findStep(version, stepId)?.type !== 'DELAY') return undefined
  return restAfterTime(rest, wakeAt, stepStartedAt)
}

const MAX_BATCH = 50

/** Whether this call has moved the execution. Concurrent calls for projects of one shard share a transaction. */
const moveInBatch = batchCalls<Move, boolean>({
  keyOf: ({ filter }) => filter.projectId,
  groupOf: ({ filter }) => shardOf(filter.projectId),
  maxBatch: MAX_BATCH,
  concurrencyPerKey: 1,
  cooldownMs: STEP_COOLDOWN_MS,
  async run(moves: Move[]) {
    const moved = new Set<Move>()
    const work = async (some: readonly Move[]): Promise<void> => {
      for (const move of await moveAll(some)) moved.add(move)
    }
    const failures = await isolateFailures(moves, work, isMongodbUnavailable)
    return moves.map((move) => (failures.has(move) ? Promise.reject(failures.get(move)) : moved.has(move)))
  },
})

/** Moves executions and counts their steps in one transaction. Returns the moves that took place. */
function moveAll(moves: readonly Move[]): Promise<readonly Move[]> {
  const updates = moves.map(({ filter, update }) => ({ filter, update }))
  return inTransaction(async (session) => {
    const { matchedCount } = await updateEach(Execution, updates, session)
    const moved = matchedCount === moves.length ? moves : matchedCount === 0 ? [] : await findMoved(moves, session)
    await countSteps(
      session,
      moved.flatMap(({ counted }) => counted),
    )
    return moved
  })
}

/** The moves that took place: their executions hold their outcomes. */
async function findMoved(moves: readonly Move[], session: ClientSession): Promise<Move[]> {
  const ids = moves.map(({ filter }) => filter._id)
  const found = await Execution.find(
    { _id: { $in: ids }, projectId: projectsOf(moves.map(({ filter }) => filter)) },
    { 'steps._id': 1 },
    { session },
  ).lean<Pick<ExecutionRecord, 'steps'>[]>()
  const storedIds = new Set(found.flatMap(({ steps }) => steps.map(({ _id }) => _id)))
  return moves.filter(({ outcomeId }) => storedIds.has(outcomeId))
}

async function followMove(move: Move): Promise<NextStep> {
  const { execution, after } = move
  const { projectId, _id: executionId } = execution
  if (!isActive(after.status)) countExecutionsEnded(after.status)
  if (after.status === 'FAILED') {
    await closeWaits({ projectId, executionId })
    await notifyOfFailure(execution)
  }
  return nextStepAfter(move, after)
}

function nextStepAfter({ execution: { retries }, version }: Completable, after: NextPosition): NextStep {
  const nextStep = nextStepFor(version, { ...after, ...(retries ? { retries } : {}) })
  return nextStep.kind === 'END' && after.exit ? { ...nextStep, name: after.exit.name } : nextStep
}

function outcomeOf(
  { stepId, sequence, retries }: StepRef,
  { status, branch, output, error }: StepResult,
  { execution, endedDelay }: Completable,
  attempt: number,
): EndedStepRun {
  return {
    _id: newId(),
    stepId,
    sequence,
    retries: retries ?? null,
    status,
    branch,
    output: output ? escapeData(output) : null,
    error: error === null ? null : boundReason(error),
    attempts: Math.max(attempt, endedDelay ? 1 : (execution.attempts ?? 1)),
    startedAt: endedDelay ? endedDelay.completedAt : execution.stepStartedAt,
    completedAt: databaseNow(),
  }
}

/** The outcome of the EXIT behind a step, which ends at the same moment. */
function exitOf(stepId: string, { sequence, retries, completedAt }: EndedStepRun): EndedStepRun {
  const place = { _id: newId(), stepId, sequence: sequence + 1, retries }
  return { ...place, ...completed(), attempts: 1, startedAt: completedAt, completedAt }
}

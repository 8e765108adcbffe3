import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { defineSearchAttributeKey } from '@temporalio/common'
import type { ExecutionActivities } from '../activities/execution.js'
import type { NextStep, StepToRun, StepRef } from '../models/domain/next-step.js'
import {
  EVENT_RECEIVED,
  EXECUTION_RETRIED,
  QUEUES,
  SEARCH_ATTRIBUTES,
  type WalkExecutionInput,
  type WaitEnded,
} from './contracts.js'
import { reasonOf } from './failures.js'

const FAILED_AT = defineSearchAttributeKey(SEARCH_ATTRIBUTES.failedAt, 'KEYWORD')

/** An event ended a wait of the execution. */
const eventReceived = defineSignal<[WaitEnded]>(EVENT_RECEIVED)

/** The execution failed and was retried: it continues with this step. */
const executionRetried = defineSignal<[{ next: NextStep }]>(EXECUTION_RETRIED)

const effects = proxyActivities<ExecutionActivities>({
  // The provider gets a day to accept an email, as in `deliverEmail`.
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
})

// Each step adds its own time-out for the call; this margin covers the rendering, and recording the outcome.
const WEBHOOK_MARGIN_MS = 10_000

const webhooks = proxyActivities<ExecutionActivities>({
  taskQueue: QUEUES.webhooks,
  startToCloseTimeout: WEBHOOK_MARGIN_MS,
  // The activity itself counts the failed calls: an attempt that failed by an outage of ours does not count.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})

// Steps that use the database alone run as local activities: one event in the history instead of three.
const local = proxyLocalActivities<ExecutionActivities>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
})

const { failStep } = proxyActivities<ExecutionActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/**
 * Walks an execution: one contact through one version of a workflow. The activity of each step records the outcome,
 * advances the stored execution and returns the next step, so that the history holds ids and names but no graph. The
 * failure of a step is recorded; an execution that is retried before its run has ended goes on in that run.
 */
export async function walkExecution(input: WalkExecutionInput): Promise<string> {
  const { projectId, executionId, versionId } = input
  const received = new Set<string>()
  setHandler(eventReceived, (wait) => {
    received.add(stepRunOf(wait))
  })
  const retried: { next?: StepToRun } = {}
  setHandler(executionRetried, ({ next }) => {
    if (next.kind !== 'END') retried.next = next
  })

  let nextStep: NextStep = input.next
  let failure: ActivityFailure | undefined
  let failedAt: string = nextStep.kind
  while (nextStep.kind !== 'END') {
    const { stepId, sequence, retries, endsDelay } = nextStep
    failedAt = nextStep.kind
    const ref: StepRef = { projectId, executionId, stepId, sequence, retries, versionId, endsDelay }
    ;({ next: nextStep, failure } = await runOrFail(nextStep, ref, received))
    // A retry before the end of this run is signalled to this run, and to no other.
    const { next } = retried
    if (nextStep.kind === 'END' && next && (next.retries ?? 0) > (retries ?? 0)) nextStep = next
    if (nextStep.kind !== 'END' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof walkExecution>({ ...input, next: nextStep })
    }
  }
  const { status, name } = nextStep
  if (status !== 'FAILED') return name === undefined ? status : `${status} · ${name}`
  upsertSearchAttributes([{ key: FAILED_AT, value: failedAt }])
  throw failure ?? ApplicationFailure.nonRetryable('A step failed; the API says which and why', 'STEP_FAILED')
}

interface RunResult {
  next: NextStep
  failure?: ActivityFailure
}

async function runOrFail(nextStep: StepToRun, ref: StepRef, received: ReadonlySet<string>): Promise<RunResult> {
  try {
    return { next: await runStep(nextStep, ref, received) }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => resolveCancelled(nextStep, ref))
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error
    const reason = reasonOf(error)
    // The outcome may have been recorded before the activity failed; then the execution continues with the next step.
    const next = await CancellationScope.nonCancellable(() => failStep(ref, reason))
    return { next, failure: error }
  }
}

async function runStep(nextStep: StepToRun, ref: StepRef, received: ReadonlySet<string>): Promise<NextStep> {
  const summary = `"${nextStep.name}"`
  switch (nextStep.kind) {
    case 'SEND_EMAIL':
      return effects.sendStepEmail.executeWithOptions({ summary }, [ref])
    case 'WEBHOOK': {
      const startToCloseTimeout = (nextStep.timeoutMs ?? 0) + WEBHOOK_MARGIN_MS
      return webhooks.callStepWebhook.executeWithOptions({ summary, startToCloseTimeout }, [ref])
    }
    case 'UPDATE_CONTACT':
      return effects.updateStepContact.executeWithOptions({ summary }, [ref])
    case 'CONDITION':
      return local.evaluateCondition.executeWithOptions({ summary }, [ref])
    case 'EXIT':
      return local.exitExecution.executeWithOptions({ summary }, [ref])
    case 'DELAY':
      return waitForDate(nextStep, ref)
    case 'WAIT_FOR_EVENT':
      return waitForEvent(nextStep, ref, received)
    default:
      return nextStep.kind satisfies never
  }
}

async function resolveCancelled({ kind }: StepToRun, ref: StepRef): Promise<void> {
  // A cancellation in Temporal's web UI is not recorded yet; one by the API is, and stays unchanged.
  await local.recordCancellation(ref)
  if (kind === 'SEND_EMAIL') await effects.withdrawEmail(ref)
}

async function waitForDate(nextStep: StepToRun, ref: StepRef): Promise<NextStep> {
  const summary = `"${nextStep.name}"`
  const delay =
    nextStep.wakeAtMs === undefined ? await local.beginDelay.executeWithOptions({ summary }, [ref]) : nextStep
  // The step fails if its end is no date, and may have ended before: then another step or the end follows.
  if (delay.kind !== 'DELAY' || stepRunOf(delay) !== stepRunOf(ref)) return delay
  const remainingMs = (delay.wakeAtMs ?? 0) - Date.now()
  if (remainingMs > 0) await sleep(remainingMs, { summary: `Delay ${delay.lasts ?? ''} · ${summary}` })
  const { followedBy, retries } = delay
  if (!followedBy) return local.completeDelay.executeWithOptions({ summary }, [ref])
  // The condition after a delay records the end of the delay with its own outcome.
  const place = { sequence: ref.sequence + 1, ...(retries ? { retries } : {}) }
  return { kind: 'CONDITION', ...followedBy, ...place, endsDelay: true }
}

async function waitForEvent(nextStep: StepToRun, ref: StepRef, received: ReadonlySet<string>): Promise<NextStep> {
  const summary = `"${nextStep.name}"`
  const next = await local.openWait.executeWithOptions({ summary }, [ref])
  if (next) return next
  const hasCome = (): boolean => received.has(stepRunOf(nextStep))
  const { wakeAtMs } = nextStep
  if (wakeAtMs === undefined) await condition(hasCome)
  else {
    const remainingMs = wakeAtMs - Date.now()
    if (remainingMs > 0) await condition(hasCome, remainingMs, { summary: `Wait for event · ${summary}` })
  }
  return local.completeWait.executeWithOptions({ summary }, [ref])
}

function stepRunOf({ sequence, retries = 0 }: WaitEnded): string {
  return `${sequence}:${retries}`
}

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
import type { Directive, StepDirective, StepRef } from '../models/domain/directive.js'
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
const executionRetried = defineSignal<[{ next: Directive }]>(EXECUTION_RETRIED)

const effects = proxyActivities<ExecutionActivities>({
  // The provider gets a day to accept a mail, as everywhere.
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
  // The activity itself counts the calls that failed: attempts that an outage of ours used up do not count.
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
 * Walks an execution: one contact through one version of a workflow. The activity of each step records its outcome,
 * advances the stored execution and returns the next step, so that the history holds ids and names but no graph. A
 * failure is recorded; a retry before the end of the run goes on in it.
 */
export async function walkExecution(input: WalkExecutionInput): Promise<string> {
  const { projectId, executionId, versionId } = input
  const received = new Set<string>()
  setHandler(eventReceived, (wait) => {
    received.add(visitOf(wait))
  })
  const retried: { next?: StepDirective } = {}
  setHandler(executionRetried, ({ next }) => {
    if (next.kind !== 'END') retried.next = next
  })

  let directive: Directive = input.next
  let failure: ActivityFailure | undefined
  let failedAt: string = directive.kind
  while (directive.kind !== 'END') {
    const { stepId, sequence, retries, endsDelay } = directive
    failedAt = directive.kind
    const ref: StepRef = { projectId, executionId, stepId, sequence, retries, versionId, endsDelay }
    ;({ next: directive, failure } = await runOrFail(directive, ref, received))
    // A retry before the end of this run is signalled to this run, and to no other.
    const { next } = retried
    if (directive.kind === 'END' && next && (next.retries ?? 0) > (retries ?? 0)) directive = next
    if (directive.kind !== 'END' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof walkExecution>({ ...input, next: directive })
    }
  }
  const { status, name } = directive
  if (status !== 'FAILED') return name === undefined ? status : `${status} · ${name}`
  upsertSearchAttributes([{ key: FAILED_AT, value: failedAt }])
  throw failure ?? ApplicationFailure.nonRetryable('A step failed; the API says which and why', 'STEP_FAILED')
}

interface StepRun {
  next: Directive
  failure?: ActivityFailure
}

async function runOrFail(directive: StepDirective, ref: StepRef, received: ReadonlySet<string>): Promise<StepRun> {
  try {
    return { next: await runStep(directive, ref, received) }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => resolveCancelled(directive, ref))
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error
    const reason = reasonOf(error)
    // The outcome may have been recorded before the activity failed; then the execution continues with the next step.
    const next = await CancellationScope.nonCancellable(() => failStep(ref, reason))
    return { next, failure: error }
  }
}

async function runStep(directive: StepDirective, ref: StepRef, received: ReadonlySet<string>): Promise<Directive> {
  const summary = `"${directive.name}"`
  switch (directive.kind) {
    case 'SEND_EMAIL':
      return effects.sendStepEmail.executeWithOptions({ summary }, [ref])
    case 'WEBHOOK': {
      const startToCloseTimeout = (directive.timeoutMs ?? 0) + WEBHOOK_MARGIN_MS
      return webhooks.callStepWebhook.executeWithOptions({ summary, startToCloseTimeout }, [ref])
    }
    case 'UPDATE_CONTACT':
      return effects.updateStepContact.executeWithOptions({ summary }, [ref])
    case 'CONDITION':
      return local.evaluateCondition.executeWithOptions({ summary }, [ref])
    case 'EXIT':
      return local.exitExecution.executeWithOptions({ summary }, [ref])
    case 'DELAY':
      return waitForDate(directive, ref)
    case 'WAIT_FOR_EVENT':
      return waitForEvent(directive, ref, received)
    default:
      return directive.kind satisfies never
  }
}

async function resolveCancelled({ kind }: StepDirective, ref: StepRef): Promise<void> {
  // A cancellation in Temporal's web UI is not recorded yet; one by the API is, and stays unchanged.
  await local.recordCancellation(ref)
  if (kind === 'SEND_EMAIL') await effects.withdrawEmail(ref)
}

async function waitForDate(directive: StepDirective, ref: StepRef): Promise<Directive> {
  const summary = `"${directive.name}"`
  const begun =
    directive.wakeAtMs === undefined ? await local.beginDelay.executeWithOptions({ summary }, [ref]) : directive
  // An end that is no date fails the step, and the step may be over already: another directive follows then.
  if (begun.kind !== 'DELAY' || visitOf(begun) !== visitOf(ref)) return begun
  const leftMs = (begun.wakeAtMs ?? 0) - Date.now()
  if (leftMs > 0) await sleep(leftMs, { summary: `Delay ${begun.lasts ?? ''} · ${summary}` })
  const { followedBy, retries } = begun
  if (!followedBy) return local.completeDelay.executeWithOptions({ summary }, [ref])
  // The condition after a delay records the end of the delay with its own outcome.
  const place = { sequence: ref.sequence + 1, ...(retries ? { retries } : {}) }
  return { kind: 'CONDITION', ...followedBy, ...place, endsDelay: true }
}

async function waitForEvent(directive: StepDirective, ref: StepRef, received: ReadonlySet<string>): Promise<Directive> {
  const summary = `"${directive.name}"`
  const next = await local.openWait.executeWithOptions({ summary }, [ref])
  if (next) return next
  const hasCome = (): boolean => received.has(visitOf(directive))
  const { wakeAtMs } = directive
  if (wakeAtMs === undefined) await condition(hasCome)
  else {
    const leftMs = wakeAtMs - Date.now()
    if (leftMs > 0) await condition(hasCome, leftMs, { summary: `Wait for event · ${summary}` })
  }
  return local.completeWait.executeWithOptions({ summary }, [ref])
}

function visitOf({ sequence, retries = 0 }: WaitEnded): string {
  return `${sequence}:${retries}`
}

import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { defineSearchAttributeKey } from '@temporalio/common'
import type { ExecutionActivities } from '../activities/execution.js'
import type { Directive, EndDirective, StepDirective, StepRef } from '../models/domain/directive.js'
import {
  EVENT_RECEIVED,
  EXECUTION_RETRIED,
  QUEUES,
  SEARCH_ATTRIBUTES,
  type RunExecutionInput,
  type WaitEnded,
} from './contracts.js'
import { reasonOf } from './failures.js'

const FAILED_AT = defineSearchAttributeKey(SEARCH_ATTRIBUTES.failedAt, 'KEYWORD')

/** An event ended a wait of the execution. */
const eventReceived = defineSignal<[WaitEnded]>(EVENT_RECEIVED)

/** The execution failed and was retried: it continues with this step. */
const executionRetried = defineSignal<[{ next: Directive }]>(EXECUTION_RETRIED)

// The provider gets a day to accept a mail, as everywhere.
const MAIL_OPTIONS = {
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
} as const

// Each step adds its own time-out for the call; this margin covers the rendering, and recording the outcome.
const WEBHOOK_MARGIN_MS = 10_000

/** The activities of steps with effects on the outside. */
export const effects = proxyActivities<ExecutionActivities>(MAIL_OPTIONS)

/** The activities that call webhooks, from a queue of their own. */
export const webhooks = proxyActivities<ExecutionActivities>({
  taskQueue: QUEUES.webhooks,
  startToCloseTimeout: WEBHOOK_MARGIN_MS,
  // The activity itself counts the calls that failed: attempts that an outage of ours used up do not count.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})

/** The activities of steps that use the database alone, run locally: one event in the history instead of three. */
export const local = proxyLocalActivities<ExecutionActivities>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
})

const { failStep } = proxyActivities<ExecutionActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/** What differs between the workflows that run executions. */
export interface StepKinds {
  sendEmail: (typeof effects)['sendStepEmail']
  updateContact: (typeof effects)['updateStepContact']
  callWebhook: (typeof webhooks)['callStepWebhook']
  /** Ends a DELAY whose date has come, and returns the next directive. */
  endDelay: (delay: StepDirective, ref: StepRef) => Promise<Directive> | Directive
}

/**
 * Runs the steps of an execution until its end. A failure is recorded; a retry before the end of the run goes on in it.
 */
export async function runSteps(input: RunExecutionInput, kinds: StepKinds): Promise<EndDirective> {
  const { projectId, executionId, versionId } = input
  const received = new Set<string>()
  setHandler(eventReceived, (wait) => {
    received.add(visitOf(wait))
  })
  const retried: { next?: Directive } = {}
  setHandler(executionRetried, ({ next }) => {
    retried.next = next
  })

  let directive: Directive = input.next
  let retries = 0
  let failure: ActivityFailure | undefined
  let failedAt: string = directive.kind
  while (directive.kind !== 'END') {
    const { stepId, sequence, endsDelay } = directive
    failedAt = directive.kind
    retries = Math.max(retries, retriesOf(directive))
    const ref: StepRef = { projectId, executionId, stepId, sequence, retries: directive.retries, versionId, endsDelay }
    ;({ next: directive, failure } = await runOrFail(directive, ref, received, kinds))
    // A retry before the end of this run is signalled to this run, and to no other.
    if (directive.kind === 'END' && retried.next && retriesOf(retried.next) > retries) directive = retried.next
    if (directive.kind !== 'END' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<(input: RunExecutionInput) => Promise<unknown>>({ ...input, next: directive })
    }
  }
  if (directive.status !== 'FAILED') return directive
  if (patched('failed-at')) upsertSearchAttributes([{ key: FAILED_AT, value: failedAt }])
  throw failure ?? ApplicationFailure.nonRetryable('A step failed; the API says which and why', 'STEP_FAILED')
}

interface StepRun {
  next: Directive
  failure?: ActivityFailure
}

async function runOrFail(
  directive: StepDirective,
  ref: StepRef,
  received: ReadonlySet<string>,
  kinds: StepKinds,
): Promise<StepRun> {
  try {
    return { next: await runStep(directive, ref, received, kinds) }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => resolveCancelled(directive, ref))
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error
    const reason = reasonOf(error)
    // The outcome may have been recorded before the activity failed; then the execution continues with the next step.
    const next = await CancellationScope.nonCancellable(() => failStep(ref, reason))
    return { next, failure: error }
  }
}

async function runStep(
  directive: StepDirective,
  ref: StepRef,
  received: ReadonlySet<string>,
  { sendEmail, updateContact, callWebhook, endDelay }: StepKinds,
): Promise<Directive> {
  const summary = `"${directive.name}"`
  switch (directive.kind) {
    case 'SEND_EMAIL':
      return sendEmail.executeWithOptions({ summary }, [ref])
    case 'WEBHOOK': {
      const startToCloseTimeout = (directive.timeoutMs ?? 0) + WEBHOOK_MARGIN_MS
      return callWebhook.executeWithOptions({ summary, startToCloseTimeout }, [ref])
    }
    case 'UPDATE_CONTACT':
      return updateContact.executeWithOptions({ summary }, [ref])
    case 'CONDITION':
      return local.evaluateCondition.executeWithOptions({ summary }, [ref])
    case 'EXIT':
      return local.exitExecution.executeWithOptions({ summary }, [ref])
    case 'DELAY':
      return waitForDate(directive, ref, endDelay)
    case 'WAIT_FOR_EVENT':
      return waitForEvent(directive, ref, received)
    default:
      return directive.kind satisfies never
  }
}

async function resolveCancelled({ kind }: StepDirective, ref: StepRef): Promise<void> {
  // A cancellation in Temporal's web UI is not recorded yet; one by the API is, and stays unchanged.
  if (patched('record-cancellation')) await local.recordCancellation(ref)
  if (kind === 'SEND_EMAIL') await effects.withdrawEmail(ref)
}

async function waitForDate(directive: StepDirective, ref: StepRef, end: StepKinds['endDelay']): Promise<Directive> {
  const summary = `"${directive.name}"`
  const begun =
    directive.wakeAtMs === undefined ? await local.beginDelay.executeWithOptions({ summary }, [ref]) : directive
  // An end that is no date fails the step, and the step may be over already: another directive follows then.
  if (begun.kind !== 'DELAY' || visitOf(begun) !== visitOf(ref)) return begun
  const leftMs = (begun.wakeAtMs ?? 0) - Date.now()
  if (leftMs > 0) await sleep(leftMs, { summary: `Delay ${begun.lasts ?? ''} · ${summary}` })
  return end(begun, ref)
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
  return local.settleWait.executeWithOptions({ summary }, [ref])
}

function visitOf({ sequence, retries = 0 }: WaitEnded): string {
  return `${sequence}:${retries}`
}

function retriesOf(directive: Directive): number {
  return directive.kind === 'END' ? 0 : (directive.retries ?? 0)
}

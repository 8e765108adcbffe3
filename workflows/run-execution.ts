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
import type { Directive, StepDirective, StepRef } from '../models/domain/directive.js'
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

const { sendEmail, withdrawEmail, updateContact } = proxyActivities<ExecutionActivities>({
  // The provider gets a day to accept a message, as everywhere.
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
})

const WEBHOOK_MARGIN_MS = 10_000

// Steps that use the database alone run as local activities: one event in the history instead of three.
const { beginDelay, completeDelay, openWait, settleWait, evaluateCondition, exitExecution, recordCancellation } =
  proxyLocalActivities<ExecutionActivities>({
    startToCloseTimeout: '10 seconds',
    retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
  })

const { callWebhook } = proxyActivities<ExecutionActivities>({
  taskQueue: QUEUES.webhooks,
  // Each step adds its own time-out for the call; this margin covers the rendering, and recording the outcome.
  startToCloseTimeout: WEBHOOK_MARGIN_MS,
  // The activity itself counts the calls that failed: attempts that an outage of ours used up do not count.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})

const { failStep } = proxyActivities<ExecutionActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/**
 * Runs an execution: one contact through one version of a workflow. The activity of each step records its outcome,
 * advances the stored execution and returns the next step, so that the history holds ids and names but no graph.
 */
export async function runExecution({ projectId, executionId, next }: RunExecutionInput): Promise<string> {
  const received = new Set<string>()
  setHandler(eventReceived, (wait) => {
    received.add(visitOf(wait))
  })
  const retried: { next?: Directive } = {}
  setHandler(executionRetried, ({ next }) => {
    retried.next = next
  })

  let directive: Directive = next
  let retries = 0
  let failure: ActivityFailure | undefined
  let failedAt: string = next.kind
  while (directive.kind !== 'END') {
    const { stepId, sequence } = directive
    failedAt = directive.kind
    retries = Math.max(retries, retriesOf(directive))
    const ref: StepRef = { projectId, executionId, stepId, sequence, retries: directive.retries }
    ;({ next: directive, failure } = await runOrFail(directive, ref, received))
    // A retry before the end of this run is signalled to this run, and to no other.
    if (directive.kind === 'END' && retried.next && retriesOf(retried.next) > retries) directive = retried.next
    if (directive.kind !== 'END' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof runExecution>({ projectId, executionId, next: directive })
    }
  }
  if (directive.status !== 'FAILED') return directive.status
  if (patched('failed-at')) upsertSearchAttributes([{ key: FAILED_AT, value: failedAt }])
  throw failure ?? ApplicationFailure.nonRetryable('A step failed; the API says which and why', 'STEP_FAILED')
}

interface StepRun {
  next: Directive
  failure?: ActivityFailure
}

async function runOrFail(directive: StepDirective, ref: StepRef, received: Set<string>): Promise<StepRun> {
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

async function resolveCancelled({ kind }: StepDirective, ref: StepRef): Promise<void> {
  // A cancellation in Temporal's web UI is not recorded yet; one by the API is, and stays unchanged.
  if (patched('record-cancellation')) await recordCancellation(ref)
  if (kind === 'SEND_EMAIL') await withdrawEmail(ref)
}

async function runStep(directive: StepDirective, ref: StepRef, received: Set<string>): Promise<Directive> {
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
      return evaluateCondition.executeWithOptions({ summary }, [ref])
    case 'EXIT':
      return exitExecution.executeWithOptions({ summary }, [ref])
    case 'DELAY': {
      const begun =
        directive.wakeAtMs === undefined ? await beginDelay.executeWithOptions({ summary }, [ref]) : directive
      if (begun.kind !== 'DELAY' || visitOf(begun) !== visitOf(ref)) return begun
      await pause(begun, `Delay ${begun.lasts ?? ''} · ${summary}`)
      return completeDelay.executeWithOptions({ summary }, [ref])
    }
    case 'WAIT_FOR_EVENT': {
      const next = await openWait.executeWithOptions({ summary }, [ref])
      if (next) return next
      await untilReceived(directive, received, `Wait for event · ${summary}`)
      return settleWait.executeWithOptions({ summary }, [ref])
    }
    default:
      return directive.kind satisfies never
  }
}

async function pause({ wakeAtMs = 0 }: StepDirective, summary: string): Promise<void> {
  const leftMs = wakeAtMs - Date.now()
  if (leftMs > 0) await sleep(leftMs, { summary })
}

async function untilReceived(directive: StepDirective, received: Set<string>, summary: string): Promise<void> {
  const { wakeAtMs } = directive
  const hasCome = (): boolean => received.has(visitOf(directive))
  if (wakeAtMs === undefined) return condition(hasCome)
  const leftMs = wakeAtMs - Date.now()
  if (leftMs > 0) await condition(hasCome, leftMs, { summary })
}

function visitOf({ sequence, retries = 0 }: WaitEnded): string {
  return `${sequence}:${retries}`
}

function retriesOf(directive: Directive): number {
  return directive.kind === 'END' ? 0 : (directive.retries ?? 0)
}

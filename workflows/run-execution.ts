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

/** An event ended the wait in this place of the walk. */
const eventReceived = defineSignal<[WaitEnded]>(EVENT_RECEIVED)

/** The execution failed and was retried: it goes on with this step. */
const executionRetried = defineSignal<[{ next: Directive }]>(EXECUTION_RETRIED)

const { sendEmail, withdrawEmail, updateContact } = proxyActivities<ExecutionActivities>({
  // The provider gets a day to take a message, as everywhere.
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
})

const WEBHOOK_MARGIN_MS = 10_000
const WEBHOOK_RETRY = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' } as const

// Steps that touch nothing but the database run inside the workflow task: one event each instead of three.
const { beginDelay, completeDelay, openWait, settleWait, evaluateCondition, exitExecution, recordCancellation } =
  proxyLocalActivities<ExecutionActivities>({
    startToCloseTimeout: '10 seconds',
    retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
  })

const { callWebhook } = proxyActivities<ExecutionActivities>({
  taskQueue: QUEUES.webhooks,
  // Each step says how long a call may take; this is for looking up what to send, and noting what came back.
  startToCloseTimeout: WEBHOOK_MARGIN_MS,
  retry: WEBHOOK_RETRY,
})

const { failStep } = proxyActivities<ExecutionActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/**
 * Walks one contact through one version of a workflow. Each step's activity records its outcome, moves the
 * stored execution on and answers with the next step, so that this history holds ids and names and no graph.
 */
export async function runExecution({ projectId, executionId, next }: RunExecutionInput): Promise<string> {
  const received = new Set<string>()
  setHandler(eventReceived, (wait) => {
    received.add(placeOf(wait))
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
    ;({ next: directive, failure } = await walkOrFail(directive, ref, received))
    // A retry that came before this run could end is told to this one, and to no other.
    if (directive.kind === 'END' && retried.next && retriesOf(retried.next) > retries) directive = retried.next
    if (directive.kind !== 'END' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof runExecution>({ projectId, executionId, next: directive })
    }
  }
  if (directive.status !== 'FAILED') return directive.status
  if (patched('failed-at')) upsertSearchAttributes([{ key: FAILED_AT, value: failedAt }])
  throw failure ?? ApplicationFailure.nonRetryable('A step failed; the API says which and why', 'STEP_FAILED')
}

interface Walked {
  next: Directive
  failure?: ActivityFailure
}

async function walkOrFail(directive: StepDirective, ref: StepRef, received: Set<string>): Promise<Walked> {
  try {
    return { next: await walk(directive, ref, received) }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => resolveCancelled(directive, ref))
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error
    const reason = reasonOf(error)
    // Its outcome may have been recorded before the activity broke off: then the walk goes on from there.
    const next = await CancellationScope.nonCancellable(() => failStep(ref, reason))
    return { next, failure: error }
  }
}

async function resolveCancelled({ kind }: StepDirective, ref: StepRef): Promise<void> {
  // Whoever cancels in Temporal's web UI tells nobody else; what the API has cancelled stays as it is.
  if (patched('record-cancellation')) await recordCancellation(ref)
  if (kind === 'SEND_EMAIL') await withdrawEmail(ref)
}

async function walk(directive: StepDirective, ref: StepRef, received: Set<string>): Promise<Directive> {
  const summary = `"${directive.name}"`
  switch (directive.kind) {
    case 'SEND_EMAIL':
      return sendEmail.executeWithOptions({ summary }, [ref])
    case 'WEBHOOK': {
      const { timeoutMs = 0, maxAttempts = 1 } = directive
      const startToCloseTimeout = timeoutMs + WEBHOOK_MARGIN_MS
      const retry = { ...WEBHOOK_RETRY, maximumAttempts: maxAttempts }
      return callWebhook.executeWithOptions({ summary, startToCloseTimeout, retry }, [ref])
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
      if (begun.kind !== 'DELAY' || placeOf(begun) !== placeOf(ref)) return begun
      await pause(begun, `Delay ${begun.lasts ?? ''} · ${summary}`)
      return completeDelay.executeWithOptions({ summary }, [ref])
    }
    case 'WAIT_FOR_EVENT': {
      const beyond = await openWait.executeWithOptions({ summary }, [ref])
      if (beyond) return beyond
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
  const hasCome = (): boolean => received.has(placeOf(directive))
  if (wakeAtMs === undefined) return condition(hasCome)
  const leftMs = wakeAtMs - Date.now()
  if (leftMs > 0) await condition(hasCome, leftMs, { summary })
}

function placeOf({ sequence, retries = 0 }: WaitEnded): string {
  return `${sequence}:${retries}`
}

function retriesOf(directive: Directive): number {
  return directive.kind === 'END' ? 0 : (directive.retries ?? 0)
}

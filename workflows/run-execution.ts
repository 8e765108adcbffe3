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
  workflowInfo,
} from '@temporalio/workflow'
import type { ExecutionActivities } from '../activities/execution.js'
import type { Directive, StepDirective, StepRef } from '../models/domain/directive.js'
import { EVENT_RECEIVED, type RunExecutionInput } from './contracts.js'
import { reasonOf } from './failures.js'

/** An event ended the wait in this place of the walk. */
const eventReceived = defineSignal<[{ sequence: number }]>(EVENT_RECEIVED)

const { sendEmail, withdrawEmail, updateContact } = proxyActivities<ExecutionActivities>({
  // The provider gets a day to take a message, as everywhere.
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
})

// Steps that touch nothing but the database run inside the workflow task: one event each instead of three.
const { completeDelay, openWait, settleWait, evaluateCondition, exitExecution } =
  proxyLocalActivities<ExecutionActivities>({
    startToCloseTimeout: '10 seconds',
    retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
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
  const received = new Set<number>()
  setHandler(eventReceived, ({ sequence }) => {
    received.add(sequence)
  })

  let directive: Directive = next
  while (directive.kind !== 'END') {
    const { stepId, sequence } = directive
    const ref: StepRef = { projectId, executionId, stepId, sequence }
    directive = await walkOrFail(directive, ref, received)
    if (directive.kind !== 'END' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof runExecution>({ projectId, executionId, next: directive })
    }
  }
  if (directive.status === 'FAILED')
    throw ApplicationFailure.nonRetryable('A step failed; the API says which and why', 'STEP_FAILED')
  return directive.status
}

async function walkOrFail(directive: StepDirective, ref: StepRef, received: Set<number>): Promise<Directive> {
  try {
    return await walk(directive, ref, received)
  } catch (error) {
    if (isCancellation(error) && directive.kind === 'SEND_EMAIL') {
      await CancellationScope.nonCancellable(() => withdrawEmail(ref))
    }
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error
    const reason = reasonOf(error)
    const after = await CancellationScope.nonCancellable(() => failStep(ref, reason))
    // Its outcome may have been recorded before the activity broke off: then the walk goes on from there.
    if (after.kind === 'END') throw error
    return after
  }
}

async function walk(directive: StepDirective, ref: StepRef, received: Set<number>): Promise<Directive> {
  const summary = `"${directive.name}"`
  switch (directive.kind) {
    case 'SEND_EMAIL':
      return sendEmail.executeWithOptions({ summary }, [ref])
    case 'UPDATE_CONTACT':
      return updateContact.executeWithOptions({ summary }, [ref])
    case 'CONDITION':
      return evaluateCondition.executeWithOptions({ summary }, [ref])
    case 'EXIT':
      return exitExecution.executeWithOptions({ summary }, [ref])
    case 'DELAY':
      await pause(directive, `Delay ${directive.lasts ?? ''} · ${summary}`)
      return completeDelay.executeWithOptions({ summary }, [ref])
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

async function untilReceived(
  { sequence, wakeAtMs }: StepDirective,
  received: Set<number>,
  summary: string,
): Promise<void> {
  const hasCome = (): boolean => received.has(sequence)
  if (wakeAtMs === undefined) return condition(hasCome)
  const leftMs = wakeAtMs - Date.now()
  if (leftMs > 0) await condition(hasCome, leftMs, { summary })
}

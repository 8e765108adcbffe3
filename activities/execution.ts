import { Context } from '@temporalio/activity'
import { closeExecution } from '../commands/executions/close-execution.js'
import {
  isOpen,
  openStep,
  recordStepOutcome,
  type OpenStep,
  type StepResult,
} from '../commands/executions/record-step-outcome.js'
import { openWait, resolveWait } from '../commands/executions/wait-for-event.js'
import type { Directive, StepRef } from '../models/domain/directive.js'
import { beginDelay } from './execution/begin-delay.js'
import { callStepWebhook, failedForGood } from './execution/call-webhook.js'
import type { ExecutionDeps } from './execution/deps.js'
import { evaluateStepCondition } from './execution/evaluate-step-condition.js'
import { completed, failed } from './execution/outcomes.js'
import { sendStepEmail } from './execution/send-step-email.js'
import { giveUpStepEmail, withdrawStepEmail } from './execution/settle-step-email.js'
import { updateStepContact } from './execution/update-step-contact.js'
import { webhookFailed } from './execution/webhook-outcome.js'
import { withHeartbeat } from '../runtime/heartbeat.js'

/**
 * One activity for each kind of step. Each may run twice: what it does is keyed by the step's place in the walk
 * (execution and sequence), and its outcome and the move to the next step are recorded once.
 */
export const createExecutionActivities = (deps: ExecutionDeps) => ({
  /** Renders and sends the step's email once; a contact that is not subscribed is passed over. */
  async sendEmail(ref: StepRef): Promise<Directive> {
    return withHeartbeat(() => walkWithEmail(deps, ref, (open) => sendStepEmail(deps, ref, open)))
  },

  /** Settles the email of a step that was cancelled while it was being sent: withheld, unless it has left. */
  async withdrawEmail(ref: StepRef): Promise<void> {
    await withHeartbeat(() => withdrawStepEmail(deps, ref))
  },

  /** Merges the step's fields into the contact and turns its subscription. */
  async updateContact(ref: StepRef): Promise<Directive> {
    return walk(ref, (open) => updateStepContact(deps, ref, open))
  },

  /** Calls the step's address. A call that failed for good is recorded first, and then told to Temporal as well. */
  async callWebhook(ref: StepRef): Promise<Directive> {
    const { info, cancellationSignal: signal } = Context.current()
    const outcome: { error?: string | null } = {}
    const next = await walk(ref, async (open) => {
      const result = await callStepWebhook(deps, ref, open, { attempt: info.attempt, signal })
      outcome.error = result.error
      return result
    })
    if (outcome.error) throw failedForGood(outcome.error)
    return next
  },

  /** Finds out when a delay ends that its contact or context decides, and lets the execution wait until then. */
  beginDelay,

  /** Notes that a delay is over. */
  async completeDelay(ref: StepRef): Promise<Directive> {
    return walk(ref, async () => completed())
  },

  /** Begins a wait; null while there is something to wait for, else what is next. */
  openWait,

  /** Ends a wait after its event or its time-out, whichever closed it first. */
  settleWait: resolveWait,

  /** Judges the contact as it is now, and the context. */
  async evaluateCondition(ref: StepRef): Promise<Directive> {
    return walk(ref, evaluateStepCondition)
  },

  /** Ends the execution, with the reason that its author gave the step. */
  async exitExecution(ref: StepRef): Promise<Directive> {
    return walk(ref, async () => completed())
  },

  /** Records that a step could not be done, which ends the execution unless its outcome was recorded before. */
  async failStep(ref: StepRef, reason: string): Promise<Directive> {
    return walkWithEmail(deps, ref, async (open) => {
      if (open.step.type === 'WEBHOOK') return webhookFailed(open, reason, { attempts: open.execution.attempts ?? 1 })
      await giveUpStepEmail(deps, ref, reason)
      return failed(reason)
    })
  },

  /** Notes that the durable execution was cancelled, unless the execution had been ended before. */
  async recordCancellation({ projectId, executionId }: StepRef): Promise<void> {
    await closeExecution({ projectId, executionId, status: 'CANCELLED', exitReason: 'Cancelled in Temporal' })
  },
})
export type ExecutionActivities = ReturnType<typeof createExecutionActivities>

type Work = (open: OpenStep) => Promise<StepResult>

// Whatever ended the execution before its message could leave may not know of the message.
async function walkWithEmail(deps: ExecutionDeps, ref: StepRef, work: Work): Promise<Directive> {
  const next = await walk(ref, work)
  if (next.kind === 'END' && next.status === 'CANCELLED') await withdrawStepEmail(deps, ref)
  return next
}

async function walk(ref: StepRef, work: Work): Promise<Directive> {
  const { attempt } = Context.current().info
  const found = await openStep(ref, attempt)
  if (!isOpen(found)) return found
  const result = await work(found)
  if (result.status === 'SKIPPED') {
    // What withheld the message may have ended the execution.
    const still = await openStep(ref, attempt)
    if (!isOpen(still)) return still
  }
  return recordStepOutcome(ref, result, attempt)
}

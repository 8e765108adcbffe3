import { Context } from '@temporalio/activity'
import { closeExecution } from '../commands/automation/executions/close-execution.js'
import { completeStep, type StepResult } from '../commands/automation/executions/complete-step.js'
import {
  isOpen,
  openCondition,
  openStep,
  openTemplateStep,
  type OpenStep,
} from '../commands/automation/executions/open-step.js'
import { completeWait, openWait } from '../commands/automation/executions/wait-for-event.js'
import type { NextStep, StepRef } from '../models/domain/next-step.js'
import { RenderError } from '../mail/rendering/render-message.js'
import { completed, failed } from '../models/step-execution.js'
import { beginDelay } from './execution/begin-delay.js'
import { callStepWebhook, failedForGood } from './execution/call-webhook.js'
import { batchDeliveries } from './delivery/batch-deliveries.js'
import type { ExecutionDeps, StepDeps } from './execution/deps.js'
import { giveUpStepEmail, sendStepEmail, withdrawStepEmail } from './execution/send-step-email.js'
import { updateStepContact } from './execution/update-step-contact.js'
import { webhookFailed } from './execution/webhook-outcome.js'
import { withHeartbeat } from '../runtime/heartbeat.js'

/**
 * One activity for each kind of step. Each may run twice: its effects are keyed by the step run (execution and
 * sequence), and the execution is advanced once.
 */
export const createExecutionActivities = (shared: ExecutionDeps) => {
  const deps: StepDeps = { ...shared, deliverOne: batchDeliveries(shared) }
  return {
    /** Renders and sends the step's email once; skips a contact that is not subscribed. */
    async sendStepEmail(ref: StepRef): Promise<NextStep> {
      return withHeartbeat(() =>
        runWithEmail(deps, ref, openTemplateStep, (open, attempt) => sendStepEmail(deps, ref, open, attempt)),
      )
    },

    /** Resolves the email of a step that was cancelled: withheld, unless it was submitted. */
    async withdrawEmail(ref: StepRef): Promise<void> {
      await withHeartbeat(() => withdrawStepEmail(deps, ref))
    },

    /** Merges the step's fields into the contact and sets its subscription. */
    async updateStepContact(ref: StepRef): Promise<NextStep> {
      return runStep(ref, openTemplateStep, (open) => updateStepContact(ref, open))
    },

    /** Calls the step's URL. A final failure is recorded first, and then fails the activity in Temporal too. */
    async callStepWebhook(ref: StepRef): Promise<NextStep> {
      const { cancellationSignal: signal } = Context.current()
      const outcome: { error?: string | null } = {}
      const next = await runStep(ref, openTemplateStep, async (open) => {
        const result = await callStepWebhook(deps, ref, open, signal)
        outcome.error = result.error
        return result
      })
      if (outcome.error) throw failedForGood(outcome.error)
      return next
    },

    /** Computes the end of a delay whose end is a template. */
    async beginDelay(ref: StepRef): Promise<NextStep> {
      return runStep(ref, openTemplateStep, (open) => beginDelay(ref, open))
    },

    /** Completes a delay at its end. */
    completeDelay: pass,

    /** Opens a wait; returns the next step when there is nothing to wait for, otherwise null. */
    openWait,

    /** Completes a wait by its event or its time-out: the first of the two to close it. */
    completeWait,

    /** Evaluates the step's condition on the current contact and the context. */
    async evaluateCondition(ref: StepRef): Promise<NextStep> {
      return runStep(ref, openCondition, async ({ decided: { output, branch } }) => completed(output, branch))
    },

    /** Ends an execution that stands in an EXIT. Most executions end with the step before the EXIT. */
    exitExecution: pass,

    /** Records the failure of a step, which ends the execution, unless the step's outcome was recorded before. */
    async failStep(ref: StepRef, reason: string): Promise<NextStep> {
      return runWithEmail(deps, ref, openStep, async (open) => {
        if (open.step.type === 'WEBHOOK') return webhookFailed(open, reason, { attempts: open.execution.attempts ?? 1 })
        if (open.step.type === 'SEND_EMAIL') await giveUpStepEmail(deps, ref, open, reason)
        return failed(reason)
      })
    },

    /** Records the cancellation of the Temporal workflow, unless the execution has ended before. */
    async recordCancellation({ projectId, executionId }: StepRef): Promise<void> {
      await closeExecution({ projectId, executionId, status: 'CANCELLED', exitReason: 'Cancelled in Temporal' })
    },
  }
}
export type ExecutionActivities = ReturnType<typeof createExecutionActivities>

type OpenWith<Open> = (ref: StepRef, attempt: number) => Promise<Open | NextStep>
/** Does the work of a step. Returns its result, or the next step where the work has moved the execution itself. */
type Work<Open> = (open: Open, attempt: number) => Promise<StepResult | NextStep>

/** Completes a step that has no work. */
async function pass(ref: StepRef): Promise<NextStep> {
  return runStep(ref, openStep, async () => completed())
}

// A cancellation may not have seen the email that this step created.
async function runWithEmail<Open extends OpenStep>(
  deps: StepDeps,
  ref: StepRef,
  openWith: OpenWith<Open>,
  work: Work<Open>,
): Promise<NextStep> {
  const next = await runStep(ref, openWith, work)
  if (next.kind === 'END' && next.status === 'CANCELLED') await withdrawStepEmail(deps, ref)
  return next
}

async function runStep<Open extends OpenStep>(
  ref: StepRef,
  openWith: OpenWith<Open>,
  work: Work<Open>,
): Promise<NextStep> {
  const { attempt } = Context.current().info
  const open = await openWith(ref, attempt)
  if (!isOpen(open)) return open
  const result = await work(open, attempt).catch(failedTemplate)
  if ('kind' in result) return result
  if (result.status === 'SKIPPED') {
    // The reason for skipping the email may have ended the execution.
    const reopened = await openStep(ref, attempt)
    if (!isOpen(reopened)) return reopened
  }
  return completeStep(ref, result, { attempt, open })
}

/** The outcome of a step whose template cannot be rendered, which a retry would not change. */
function failedTemplate(error: unknown): StepResult {
  if (error instanceof RenderError) return failed(error.message)
  throw error
}

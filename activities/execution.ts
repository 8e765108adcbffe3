import { Context } from '@temporalio/activity'
import {
  isOpen,
  openStep,
  settleStep,
  type OpenStep,
  type StepSettlement,
} from '../models/commands/executions/settle-step.js'
import { openWait, settleWait } from '../models/commands/executions/wait-for-event.js'
import type { Directive, StepRef } from '../models/domain/directive.js'
import { Email } from '../models/email.js'
import { throwWhenPutOff } from './delivery.js'
import { deliverOne } from './delivery/deliver-one.js'
import type { ExecutionDeps } from './execution/deps.js'
import { evaluateStepCondition } from './execution/evaluate-step-condition.js'
import { completed, failed } from './execution/outcomes.js'
import { sendStepEmail } from './execution/send-step-email.js'
import { updateStepContact } from './execution/update-step-contact.js'
import { keepAlive } from './keep-alive.js'

/**
 * One activity for each kind of step. Each may run twice: what it does is keyed by the step's place in the walk
 * (execution and sequence), and its outcome and the move to the next step are recorded once.
 */
export const createExecutionActivities = (deps: ExecutionDeps) => ({
  /** Renders and sends the step's email once; a contact that is gone or not subscribed is passed over. */
  async sendEmail(ref: StepRef): Promise<Directive> {
    return walk(ref, (open) => keepAlive(() => sendStepEmail(deps, ref, open)))
  },

  /** Settles the email of a step that was cancelled while it was being sent: withheld, unless it has left. */
  async withdrawEmail({ projectId, executionId, sequence }: StepRef): Promise<void> {
    await keepAlive(async () => {
      const email = await Email.findOne({ projectId, executionId, sequence }, { _id: 1 }).lean()
      if (email) throwWhenPutOff(await deliverOne(deps, projectId, email._id))
    })
  },

  /** Merges the step's fields into the contact and turns its subscription. */
  async updateContact(ref: StepRef): Promise<Directive> {
    return walk(ref, (open) => updateStepContact(deps, ref, open))
  },

  /** Notes that a delay is over. */
  async completeDelay(ref: StepRef): Promise<Directive> {
    return walk(ref, async () => completed())
  },

  /** Begins a wait; null while there is something to wait for, else what is next. */
  openWait,

  /** Ends a wait after its event or its time-out, whichever closed it first. */
  settleWait,

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
    return walk(ref, async () => failed(reason))
  },
})
export type ExecutionActivities = ReturnType<typeof createExecutionActivities>

async function walk(ref: StepRef, work: (open: OpenStep) => Promise<StepSettlement>): Promise<Directive> {
  const found = await openStep(ref)
  if (!isOpen(found)) return found
  return settleStep(ref, await work(found), Context.current().info.attempt)
}

import { Context } from '@temporalio/activity'
import { changeContact } from '../models/commands/contacts/change-contact.js'
import { evaluateCondition } from '../models/commands/executions/evaluate-condition.js'
import { executionScope } from '../models/commands/executions/execution-scope.js'
import { prepareStepEmail } from '../models/commands/executions/prepare-step-email.js'
import {
  isOpen,
  openStep,
  settleStep,
  type OpenStep,
  type StepSettlement,
} from '../models/commands/executions/settle-step.js'
import { openWait, settleWait } from '../models/commands/executions/wait-for-event.js'
import { Contact } from '../models/contact.js'
import type { Filter } from '../models/domain/conditions/tree.js'
import { planDataPatch } from '../models/domain/data.js'
import type { Directive, StepRef } from '../models/domain/directive.js'
import { Email } from '../models/email.js'
import type { Intent } from '../models/intent.js'
import { contactScope } from '../models/rendering/contact-scope.js'
import { renderValues } from '../models/rendering/render-values.js'
import { throwWhenPutOff } from './delivery.js'
import { deliverOne } from './delivery/deliver-one.js'
import type { DeliveryDeps } from './delivery/deps.js'
import { keepAlive } from './keep-alive.js'

/** What walking steps takes from outside. */
export interface ExecutionDeps extends DeliveryDeps {
  announce: (intents: Intent[]) => void
  retentionDays: number
}

const done = (output: Record<string, unknown> | null = null, branch: string | null = null): StepSettlement => ({
  status: 'COMPLETED',
  branch,
  output,
  error: null,
})
const skipped = (reason: string): StepSettlement => ({
  status: 'SKIPPED',
  branch: null,
  output: { reason },
  error: null,
})
const failed = (error: string): StepSettlement => ({ status: 'FAILED', branch: null, output: null, error })

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
    return walk(ref, async () => done())
  },

  /** Begins a wait; null while there is something to wait for, else what is next. */
  openWait,

  /** Ends a wait after its event or its time-out, whichever closed it first. */
  settleWait,

  /** Judges the contact as it is now, and the context. */
  async evaluateCondition(ref: StepRef): Promise<Directive> {
    return walk(ref, async ({ execution, step }) => {
      const filter = step.config as unknown as Filter
      const isMet = await evaluateCondition(execution, filter, execution.context)
      return done({ result: isMet }, isMet ? 'yes' : 'no')
    })
  },

  /** Ends the execution, with the reason that its author gave the step. */
  async exitExecution(ref: StepRef): Promise<Directive> {
    return walk(ref, async () => done())
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

async function sendStepEmail(deps: ExecutionDeps, ref: StepRef, open: OpenStep): Promise<StepSettlement> {
  const email = await prepareStepEmail(ref, open, deps.retentionDays)
  if (!email) return skipped('contact_deleted')
  const result = throwWhenPutOff(await deliverOne(deps, ref.projectId, email._id))
  if (result.state === 'sent') return done({ emailId: email._id })
  if (result.status === 'FAILED') return failed(result.reason)
  return skipped(result.reason)
}

async function updateStepContact(deps: ExecutionDeps, ref: StepRef, open: OpenStep): Promise<StepSettlement> {
  const { execution, step } = open
  const contact = await Contact.findOne({ _id: execution.contactId, projectId: ref.projectId }).lean()
  if (!contact) return skipped('contact_deleted')
  const { updates = {}, subscriptionAction = 'none' } = step.config as {
    updates?: Record<string, unknown>
    subscriptionAction?: 'none' | 'subscribe' | 'unsubscribe'
  }
  const scope = { ...contactScope(contact), ...(await executionScope(open)) }
  const { intents } = await changeContact({
    projectId: ref.projectId,
    who: { id: contact._id },
    patch: planDataPatch(renderValues(updates, scope)),
    subscribed: subscriptionAction === 'none' ? undefined : subscriptionAction === 'subscribe',
    subscribedWhenNew: false,
    source: 'workflow',
    depth: execution.depth,
  })
  deps.announce(intents)
  return done({ updated: Object.keys(updates), subscriptionAction })
}

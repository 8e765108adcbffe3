import { withinWorkflowLimit } from '../../commands/tenancy/billing/within-workflow-limit.js'
import { eraseRecipients } from '../../commands/sending/emails/erase-recipients.js'
import { resolveInNewDelivery } from '../../commands/sending/emails/resolve-in-new-delivery.js'
import { findStepEmail } from '../../commands/automation/executions/find-step-email.js'
import { loadExecution } from '../../commands/automation/executions/load-execution.js'
import { prepareStepEmail } from '../../commands/automation/executions/prepare-step-email.js'
import type { StepResult } from '../../commands/automation/executions/complete-step.js'
import type { OpenStep, OpenTemplateStep } from '../../commands/automation/executions/open-step.js'
import { Contact } from '../../models/contact.js'
import type { StepRef } from '../../models/domain/next-step.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import type { EmailRecord } from '../../models/email.js'
import { completed, failed, skipped } from '../../models/step-execution.js'
import { throwWhenDeferred } from '../delivery.js'
import type { DeliveryResult } from '../delivery/deps.js'
import { recordGivenUp } from '../delivery/fact-recorder.js'
import type { StepDeps } from './deps.js'

/**
 * Delivers the email of a SEND_EMAIL step, in its `attempt`th attempt. The first attempt stores the email with its
 * claim, under an id that derives from this run of the step; later attempts find the email by that id.
 */
export async function sendStepEmail(
  deps: StepDeps,
  ref: StepRef,
  open: OpenTemplateStep,
  attempt = 1,
): Promise<StepResult> {
  const isRepeated = attempt > 1 || ref.retries !== undefined
  const earlier = isRepeated ? await findStepEmail(open.execution, ref) : null
  if (earlier) return deliverStored(deps, earlier)
  return withinWorkflowLimit(deps.settings, ref.projectId, () => sendNew(deps, ref, open))
}

async function sendNew(deps: StepDeps, ref: StepRef, open: OpenTemplateStep): Promise<StepResult> {
  const email = await prepareStepEmail(ref, open, deps.retentionDays)
  if (!email) return failed('invalid_recipient')
  return resultOf(email, await deps.deliverOne(email))
}

/** Withholds the email of a step whose execution has ended, unless it was submitted. */
export async function withdrawStepEmail(deps: StepDeps, ref: StepRef): Promise<void> {
  const execution = await loadExecution(ref)
  const email = execution && (await findUnresolved(execution, ref))
  if (email) await deliverStored(deps, email)
}

/** Gives up the email of a step that failed with `reason`. An email with an unknown outcome is resolved on its own. */
export async function giveUpStepEmail(
  deps: StepDeps,
  ref: StepRef,
  { execution }: OpenStep,
  reason: string,
): Promise<void> {
  const email = await findUnresolved(execution, ref)
  if (!email) return
  const { projectId, _id: emailId } = email
  if (await resolveInNewDelivery({ projectId, emailId })) return
  await recordGivenUp(deps.recorder, { projectId, emailId }, reason)
}

async function findUnresolved(...[execution, ref]: Parameters<typeof findStepEmail>): Promise<EmailRecord | null> {
  const email = await findStepEmail(execution, ref)
  return email && UNRESOLVED_STATUSES.includes(email.status) ? email : null
}

async function deliverStored(deps: StepDeps, email: EmailRecord): Promise<StepResult> {
  return resultOf(email, await deps.deliverOne({ projectId: email.projectId, emailId: email._id }))
}

async function resultOf(email: EmailRecord, result: DeliveryResult): Promise<StepResult> {
  const done = throwWhenDeferred(result)
  if (done.state === 'sent') return completed({ emailId: email._id })
  if (done.status === 'FAILED') return failed(done.reason)
  if (done.reason !== 'unsubscribed') await eraseWithContact(email)
  return skipped(done.reason)
}

// The removal of a contact's data does not find an email that is stored after the removal.
async function eraseWithContact({ _id, projectId, contactId, aboutContactId }: EmailRecord): Promise<void> {
  const contactIds = [contactId, ...(aboutContactId === null ? [] : [aboutContactId])]
  const remaining = await Contact.countDocuments({ _id: { $in: contactIds }, projectId })
  if (remaining < contactIds.length) await eraseRecipients(projectId, [_id])
}

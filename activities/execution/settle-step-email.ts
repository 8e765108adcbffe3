import { findStepEmail } from '../../commands/executions/find-step-email.js'
import type { StepRef } from '../../models/domain/directive.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { newMark } from '../../models/outbox-entry.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { throwWhenDeferred } from '../delivery.js'
import { deliverOne } from '../delivery/deliver-one.js'
import type { DeliveryDeps } from '../delivery/deps.js'
import type { ExecutionDeps } from './deps.js'

/** Settles the email of a step whose execution has been ended: withheld, unless it has left. */
export async function withdrawStepEmail(deps: DeliveryDeps, ref: StepRef): Promise<void> {
  const email = await findUnsettled(ref)
  if (email) throwWhenDeferred(await deliverOne(deps, ref.projectId, email._id))
}

/** Gives the email of a step up that failed for `reason`. What the provider may have is settled on its own. */
export async function giveUpStepEmail(deps: ExecutionDeps, ref: StepRef, reason: string): Promise<void> {
  const email = await findUnsettled(ref)
  if (!email) return
  const { projectId, _id: emailId } = email
  const isOut = await Email.updateOne({ _id: emailId, projectId, status: 'SENDING' }, { $set: { dispatch: newMark() } })
  if (isOut.matchedCount > 0) deps.enqueue([{ kind: 'email', projectId, id: emailId }])
  else await deps.recorder.record({ projectId, emailId, at: new Date(), key: 'given-up', kind: 'failed', reason })
}

async function findUnsettled(ref: StepRef): Promise<EmailRecord | null> {
  const email = await findStepEmail(ref)
  return email && UNRESOLVED_STATUSES.includes(email.status) ? email : null
}

import { resolveOnItsOwn } from '../../commands/emails/resolve-on-its-own.js'
import { findStepEmail } from '../../commands/executions/find-step-email.js'
import type { StepRef } from '../../models/domain/directive.js'
import type { EmailRecord } from '../../models/email.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { throwWhenDeferred } from '../delivery.js'
import { deliverOne } from '../delivery/deliver-one.js'
import type { DeliveryDeps } from '../delivery/deps.js'
import type { ExecutionDeps } from './deps.js'

/** Resolves the email of a step whose execution has ended: withheld, unless it was handed over. */
export async function withdrawStepEmail(deps: DeliveryDeps, ref: StepRef): Promise<void> {
  const email = await findUnresolved(ref)
  if (email) throwWhenDeferred(await deliverOne(deps, ref.projectId, email._id))
}

/** Gives up the email of a step that failed with `reason`. An email with an unknown outcome is resolved on its own. */
export async function giveUpStepEmail(deps: ExecutionDeps, ref: StepRef, reason: string): Promise<void> {
  const email = await findUnresolved(ref)
  if (!email) return
  const { projectId, _id: emailId } = email
  const entries = await resolveOnItsOwn({ projectId, emailId })
  if (entries.length > 0) deps.enqueue(entries)
  else await deps.recorder.record({ projectId, emailId, at: new Date(), key: 'given-up', kind: 'failed', reason })
}

async function findUnresolved(ref: StepRef): Promise<EmailRecord | null> {
  const email = await findStepEmail(ref)
  return email && UNRESOLVED_STATUSES.includes(email.status) ? email : null
}

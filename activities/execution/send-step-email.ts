import { prepareStepEmail } from '../../commands/executions/prepare-step-email.js'
import type { OpenTemplateStep, StepResult } from '../../commands/executions/record-step-outcome.js'
import type { StepRef } from '../../models/domain/directive.js'
import { throwWhenDeferred } from '../delivery.js'
import { deliverOne } from '../delivery/deliver-one.js'
import type { ExecutionDeps } from './deps.js'
import { completed, failed, skipped } from './outcomes.js'

/** Creates the email of a SEND_EMAIL step and delivers it; idempotent. */
export async function sendStepEmail(deps: ExecutionDeps, ref: StepRef, open: OpenTemplateStep): Promise<StepResult> {
  const prepared = await prepareStepEmail(ref, open, deps.retentionDays)
  if ('failed' in prepared) return failed(prepared.failed)
  const { email, entries } = prepared
  deps.enqueue(entries)
  const result = throwWhenDeferred(await deliverOne(deps, ref.projectId, email._id))
  if (result.state === 'sent') return completed({ emailId: email._id })
  if (result.status === 'FAILED') return failed(result.reason)
  return skipped(result.reason)
}

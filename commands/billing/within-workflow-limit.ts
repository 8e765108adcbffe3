import { failed } from '../../models/step-execution.js'
import type { StepResult } from '../executions/complete-step.js'
import type { BillingSettings } from './project-limits.js'
import { reserveEmails } from './reserve-emails.js'

/** Why a step failed whose email would have exceeded the limit of its project; a retry sends it once there is room. */
const BILLING_LIMIT = 'billing_limit'

/** Sends the email of a step, unless it would exceed the limit of the project: then the step fails. */
export async function withinWorkflowLimit(
  settings: BillingSettings,
  projectId: string,
  send: () => Promise<StepResult>,
): Promise<StepResult> {
  const reservation = await reserveEmails(settings, { projectId, category: 'workflows' }, 1)
  if (reservation.granted === 0) return failed(BILLING_LIMIT)
  let isSent = false
  try {
    const result = await send()
    isSent = result.status === 'COMPLETED'
    return result
  } finally {
    // An email that is put off is stored, and counted there.
    reservation.complete(isSent ? 1 : 0)
  }
}

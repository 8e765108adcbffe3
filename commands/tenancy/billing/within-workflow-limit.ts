import { failed, type StepOutcome } from '../../../models/step-execution.js'
import type { BillingSettings } from './project-limits.js'
import { reserveEmails } from './reserve-emails.js'

/**
 * The reason of a failed step whose email would have exceeded the limit of its project. A retry of the execution sends
 * the email once the limit leaves room.
 */
const BILLING_LIMIT = 'billing_limit'

/** Sends the email of a step. The step fails when the email would exceed the limit of the project. */
export async function withinWorkflowLimit<Outcome extends StepOutcome>(
  settings: BillingSettings,
  projectId: string,
  send: () => Promise<Outcome>,
): Promise<Outcome | StepOutcome> {
  const reservation = await reserveEmails(settings, { projectId, category: 'workflows' }, 1)
  if (reservation.granted === 0) return failed(BILLING_LIMIT)
  let isSent = false
  try {
    const result = await send()
    isSent = result.status === 'COMPLETED'
    return result
  } finally {
    // A deferred email needs no reservation: it is stored, and the database counts it.
    reservation.complete(isSent ? 1 : 0)
  }
}

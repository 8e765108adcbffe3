import type { StepRef } from '../../models/domain/directive.js'
import { Email, type EmailRecord } from '../../models/email.js'

/**
 * The email that a step of an execution has created, or null. An email that failed before a retry of the execution
 * does not count. An email that has left, or still may, counts on every retry, so that none is sent twice.
 */
export async function findStepEmail(ref: StepRef): Promise<EmailRecord | null> {
  const { projectId, executionId, sequence, retries = null } = ref
  const latest = await Email.findOne({ projectId, executionId, sequence }).sort({ retries: -1 }).lean()
  return latest?.status === 'FAILED' && latest.retries !== retries ? null : latest
}

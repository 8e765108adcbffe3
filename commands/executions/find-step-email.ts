import type { StepRef } from '../../models/domain/directive.js'
import { Email, type EmailRecord } from '../../models/email.js'

/**
 * The email that a step of an execution has made, or null. One that failed before the execution was retried only
 * tells of that; one that has left, or still may, stands for the step on every retry, so that none is sent twice.
 */
export async function findStepEmail(ref: StepRef): Promise<EmailRecord | null> {
  const { projectId, executionId, sequence, retries = null } = ref
  const latest = await Email.findOne({ projectId, executionId, sequence }).sort({ retries: -1 }).lean()
  return latest?.status === 'FAILED' && latest.retries !== retries ? null : latest
}

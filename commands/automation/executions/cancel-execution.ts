import { AppError } from '../../../models/domain/errors.js'
import { isActive } from '../../../models/domain/execution-status.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { waitForSubmissions } from '../../sending/emails/wait-for-submissions.js'
import { withdrawEmails } from '../../sending/emails/withdraw-emails.js'
import { closeAndEnqueue } from './close-execution.js'
import { findExecution, type ExecutionRef } from './find-execution.js'
import { currentEmailsOf } from './find-step-email.js'
import { waitForCalls } from './step-call.js'

/**
 * Cancels an execution in the database, and then its Temporal workflow execution. After the return the execution sends
 * nothing more: waiting messages are withdrawn, and the function waits for a message or webhook that was claimed before
 * the cancellation, for `patienceMs` at most. (An unknown outcome may take longer to resolve, but its message left
 * before the cancellation.) Throws the 404 of the workflow or of the execution, and CONFLICT for an execution that has
 * ended.
 */
export async function cancelExecution(
  ref: ExecutionRef & { reason?: string },
  patienceMs = 5_000,
): Promise<ExecutionRecord> {
  const { projectId, executionId, reason = null } = ref
  const { execution } = await findExecution(ref)
  if (!isActive(execution.status)) throw hasEnded(execution)
  const end = { status: 'CANCELLED', exitReason: reason } as const
  const cancelled = await closeAndEnqueue({ projectId, executionId, contactId: execution.contactId, ...end })
  if (!cancelled) throw hasEnded((await findExecution(ref)).execution)
  const emails = currentEmailsOf(projectId, [cancelled])
  await withdrawEmails(emails)
  await waitForSubmissions(emails, patienceMs)
  await waitForCalls({ projectId, _id: executionId }, patienceMs)
  return cancelled
}

function hasEnded({ status }: ExecutionRecord): AppError {
  return new AppError('CONFLICT', `The execution has already ended: ${status}`)
}

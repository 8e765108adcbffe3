import { AppError, notFound } from '../../domain/errors.js'
import { ACTIVE_STATUSES } from '../../domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../execution.js'
import type { Intent } from '../../intent.js'
import { closeExecution } from './close-execution.js'
import { outlastHandOver } from '../emails/outlast-hand-over.js'
import { withdrawEmails } from '../emails/withdraw-emails.js'

/**
 * Cancels an execution in the database first; stopping its durable execution is the intent that follows.
 * When it returns, nothing of it is sent any more: what waited is withdrawn, and a message that was claimed
 * before the cancellation is waited for, for `patienceMs` at most (one in doubt may take longer to settle, but
 * it left before). Throws 404 for an unknown execution and CONFLICT for one that has ended.
 */
export async function cancelExecution(
  input: { projectId: string; workflowId: string; executionId: string; reason?: string },
  patienceMs = 5_000,
): Promise<{ execution: ExecutionRecord; intents: Intent[] }> {
  const { projectId, workflowId, executionId, reason = null } = input
  const cancelled = await closeExecution({
    projectId,
    executionId,
    workflowId,
    from: ACTIVE_STATUSES,
    status: 'CANCELLED',
    exitReason: reason,
    tell: true,
  })
  if (!cancelled) {
    const known = await Execution.findOne({ _id: executionId, projectId, workflowId }).lean()
    if (!known) throw notFound('execution', executionId)
    throw new AppError('CONFLICT', `The execution has ended already: ${known.status}`)
  }
  const withdrawn = await withdrawEmails({ projectId, executionId })
  await outlastHandOver({ projectId, executionId }, patienceMs)
  return { execution: cancelled, intents: [{ kind: 'execution', projectId, id: executionId }, ...withdrawn.intents] }
}

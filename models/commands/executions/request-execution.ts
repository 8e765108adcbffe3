import { Contact } from '../../contact.js'
import { AppError, notFound } from '../../domain/errors.js'
import type { ExecutionRecord } from '../../execution.js'
import type { Intent } from '../../intent.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'
import { startExecution } from './start-execution.js'

/** Whom an API client wants to walk a workflow, and with what. */
export interface ExecutionRequest extends WorkflowRef {
  contactId: string
  context: Record<string, unknown>
}

/**
 * Starts a workflow for a contact on request, whatever its trigger. Throws WORKFLOW_NOT_FOUND, BAD_REQUEST for a
 * disabled workflow, CONTACT_NOT_FOUND, and CONFLICT where the rules of re-entry forbid it.
 */
export async function requestExecution(
  request: ExecutionRequest,
): Promise<{ execution: ExecutionRecord; intents: Intent[] }> {
  const { projectId, contactId, context } = request
  const workflow = await findWorkflow(request)
  if (!workflow.enabled) {
    const message = 'The workflow is disabled'
    throw new AppError('BAD_REQUEST', message, {
      errors: [{ field: 'enabled', message, code: 'custom', received: false }],
      suggestion: 'Enable the workflow first',
    })
  }
  if (!(await Contact.exists({ _id: contactId, projectId }))) throw notFound('contact', contactId)
  const started = await startExecution({ workflow, contactId, context, sourceEventId: null, depth: 0 })
  if (started) return started
  throw new AppError(
    'CONFLICT',
    workflow.allowReentry
      ? 'The contact is in this workflow now'
      : 'The contact has been in this workflow, which lets nobody in twice',
  )
}

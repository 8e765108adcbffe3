import { Contact } from '../../models/contact.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'
import { startExecution, type ExecutionStarted } from './start-executions.js'

/** A start of a workflow that an API client requests. */
export interface ExecutionRequest extends WorkflowRef {
  contactId: string
  context: Record<string, unknown>
}

/**
 * Starts a workflow for a contact on request, with any trigger. Throws WORKFLOW_NOT_FOUND, BAD_REQUEST for a
 * disabled workflow, CONTACT_NOT_FOUND, and CONFLICT where the rules of re-entry forbid it.
 */
export async function requestExecution(request: ExecutionRequest): Promise<ExecutionStarted> {
  const { contactId, context } = request
  const workflow = await requireStartable(request)
  const started = await startExecution({ workflow, contactId, context, sourceEventId: null, depth: 0 })
  if (started) return started
  // The contact or workflow may be gone or disabled meanwhile, which has its own error.
  await requireStartable(request)
  throw new AppError(
    'CONFLICT',
    workflow.allowReentry
      ? 'The contact is in this workflow now'
      : 'The contact has been in this workflow, which lets nobody in twice',
  )
}

async function requireStartable(request: ExecutionRequest): Promise<WorkflowRecord> {
  const { projectId, contactId } = request
  const workflow = await findWorkflow(request)
  if (!workflow.enabled) {
    const message = 'The workflow is disabled'
    throw new AppError('BAD_REQUEST', message, {
      errors: [{ field: 'enabled', message, code: 'custom', received: false }],
      suggestion: 'Enable the workflow first',
    })
  }
  if (!(await Contact.exists({ _id: contactId, projectId }))) throw notFound('contact', contactId)
  return workflow
}

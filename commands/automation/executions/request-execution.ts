import { Contact } from '../../../models/contact.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'
import { newId } from '../../../runtime/ids.js'
import { noteMade } from '../../../runtime/request-scope.js'
import { traceParent } from '../../../runtime/tracing/tracing.js'
import { archivedConflict, findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'
import { startExecutions } from './start-executions.js'

/** A start of a workflow that an API client requests. */
export interface ExecutionRequest extends WorkflowRef {
  contactId: string
  context: Record<string, unknown>
}

/** A request with its span while traces are on. A shared outbox entry keeps the span of each request. */
interface TracedRequest extends ExecutionRequest {
  trace: string | undefined
}

const MAX_BATCH = 50

/**
 * Starts a workflow with any trigger for a contact. Concurrent requests for one workflow share their reads, their
 * transaction and their outbox entry. Throws WORKFLOW_NOT_FOUND, BAD_REQUEST for a disabled workflow,
 * CONTACT_NOT_FOUND, and CONFLICT for an archived workflow and when the rules of re-entry forbid the start.
 */
export async function requestExecution(request: ExecutionRequest): Promise<ExecutionRecord> {
  const answer = await startInBatch({ ...request, trace: traceParent() })
  if ('_id' in answer) {
    noteMade({ kind: 'execution', ids: [answer._id] })
    return answer
  }
  // No execution was started. The workflow or the contact may have been disabled or deleted meanwhile, which is another
  // error.
  const { workflow, contacts } = answer.contacts.has(request.contactId) ? await readStartable([request]) : answer
  if (!contacts.has(request.contactId)) throw notFound('contact', request.contactId)
  throw new AppError(
    'CONFLICT',
    workflow.allowReentry
      ? 'The contact is already in this workflow'
      : 'The contact has already been in this workflow, and re-entry is off',
  )
}

/** A workflow that may be started, and the contacts of the requests that exist. */
interface Startable {
  workflow: WorkflowRecord
  contacts: ReadonlySet<string>
}

const startInBatch = batchCalls<TracedRequest, ExecutionRecord | Startable>({
  keyOf: ({ projectId, workflowId }) => `${projectId}:${workflowId}`,
  maxBatch: MAX_BATCH,
  concurrencyPerKey: 1,
  async run(requests) {
    const startable = await readStartable(requests)
    const starts = requests.map(({ contactId, context, trace }) => {
      return { id: newId(), contactId, context, sourceEventId: null, depth: 0, trace }
    })
    const possible = starts.filter(({ contactId }) => startable.contacts.has(contactId))
    const executions = await startExecutions(startable.workflow, possible)
    const started = new Map(executions.map((execution) => [execution._id, execution]))
    return starts.map(({ id }) => started.get(id) ?? startable)
  },
})

async function readStartable(requests: readonly ExecutionRequest[]): Promise<Startable> {
  const { projectId, workflowId } = requests[0] ?? { projectId: '', workflowId: '' }
  const workflow = await findWorkflow({ projectId, workflowId })
  if (workflow.archived) throw archivedConflict('started')
  if (!workflow.enabled) {
    const message = 'The workflow is disabled'
    throw new AppError('BAD_REQUEST', message, {
      errors: [{ field: 'enabled', message, code: 'custom', received: false }],
      suggestion: 'Enable the workflow first',
    })
  }
  const contactIds = [...new Set(requests.map(({ contactId }) => contactId))]
  const found = await Contact.find({ _id: { $in: contactIds }, projectId }, { _id: 1 }).lean()
  return { workflow, contacts: new Set(found.map(({ _id }) => _id)) }
}

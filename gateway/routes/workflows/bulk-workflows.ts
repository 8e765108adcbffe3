import { deleteWorkflow } from '../../../commands/automation/workflows/delete-workflow.js'
import { archiveWorkflow } from '../../../commands/automation/workflows/archive-workflow.js'
import { bulkEndpoint } from '../bulk-endpoint.js'

const of = { resource: 'workflow' } as const

/** The bulk changes of workflows. */
export const bulkWorkflowRoutes = [
  bulkEndpoint({
    ...of,
    operation: 'archive',
    does: 'Refuses workflows that are enabled.',
    change: ({ projectId, id, authorId }) => archiveWorkflow({ projectId, workflowId: id, authorId }, true),
  }),
  bulkEndpoint({
    ...of,
    operation: 'restore',
    does: 'Restored workflows stay disabled. Workflows that are not archived stay unchanged.',
    change: ({ projectId, id, authorId }) => archiveWorkflow({ projectId, workflowId: id, authorId }, false),
  }),
  bulkEndpoint({
    ...of,
    operation: 'delete',
    does: 'Deletes each workflow like `DELETE /workflows/{id}`, which refuses workflows with active executions.',
    // A job deletes the executions of each, so that the request does not wait for a hundred of them.
    change: ({ projectId, id }) => deleteWorkflow({ projectId, workflowId: id }, { withinMs: 0 }),
  }),
]

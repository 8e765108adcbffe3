import { deleteWorkflow } from '../../../commands/automation/workflows/delete-workflow.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const deleteWorkflowRoute = defineEndpoint({
  operationId: 'deleteWorkflow',
  method: 'delete',
  path: '/workflows/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a workflow',
  description:
    'Also deletes its versions and ended executions; their sent emails stay. Returns 409 while executions are ' +
    'running or waiting; `details.executions` is their number.',
  request: { params: WorkflowParams },
  response: null,
  errors: ['WORKFLOW_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    await deleteWorkflow({ projectId, workflowId: params.id })
  },
})

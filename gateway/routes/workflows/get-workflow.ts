import { findWorkflowVersion } from '../../../commands/automation/workflows/find-workflow-version.js'
import { findWorkflow } from '../../../commands/automation/workflows/find-workflow.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentWorkflow } from '../../presenters/workflow.js'
import { WorkflowParams, WorkflowQuery, WorkflowResponse } from '../../schemas/workflow.js'

export const getWorkflowRoute = defineEndpoint({
  operationId: 'getWorkflow',
  method: 'get',
  path: '/workflows/:id',
  access: 'project',
  summary: 'Get a workflow with its steps and transitions',
  example: { query: { version: 1 } },
  request: { params: WorkflowParams, query: WorkflowQuery },
  response: WorkflowResponse,
  errors: ['BAD_REQUEST', 'WORKFLOW_NOT_FOUND'],
  async handle({ params, query }, { projectId }) {
    const ref = { projectId, workflowId: params.id }
    const { version } = query
    return presentWorkflow(await (version === undefined ? findWorkflow(ref) : findWorkflowVersion(ref, version)))
  },
})

import { findWorkflow } from '../../../models/commands/workflows/find-workflow.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentWorkflow } from '../../presenters/workflow.js'
import { WorkflowParams, WorkflowResponse } from '../../schemas/workflow.js'

export const getWorkflow = defineEndpoint({
  operationId: 'getWorkflow',
  method: 'get',
  path: '/workflows/:id',
  access: 'project',
  summary: 'Get a workflow with its steps and transitions',
  request: { params: WorkflowParams },
  response: WorkflowResponse,
  errors: ['WORKFLOW_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    return presentWorkflow(await findWorkflow({ projectId, workflowId: params.id }))
  },
})

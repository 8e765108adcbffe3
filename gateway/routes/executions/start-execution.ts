import { requestExecution } from '../../../commands/automation/executions/request-execution.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentExecution } from '../../presenters/execution.js'
import { ExecutionResponse, NewExecution } from '../../schemas/execution.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const startExecutionRoute = defineEndpoint({
  operationId: 'startExecution',
  method: 'post',
  path: '/workflows/:id/executions',
  access: 'project',
  effect: 'acts',
  summary: 'Start a workflow for a contact',
  description: 'Templates and conditions of the workflow can use `context` as `event`.',
  example: { body: { contactId: EXAMPLE_IDS.contact, context: { orderId: '4711' } } },
  request: { params: WorkflowParams, body: NewExecution },
  response: ExecutionResponse,
  status: 201,
  badRequest: 'plain',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND', 'CONTACT_NOT_FOUND', 'CONFLICT'],
  async handle({ params, body }, { projectId }) {
    const execution = await requestExecution({ ...body, projectId, workflowId: params.id })
    return presentExecution(execution)
  },
})

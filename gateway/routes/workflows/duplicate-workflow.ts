import { duplicateWorkflow } from '../../../commands/automation/workflows/duplicate-workflow.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentWorkflow } from '../../presenters/workflow.js'
import { MAX_NAME_LENGTH, WorkflowParams, WorkflowResponse } from '../../schemas/workflow.js'

export const duplicateWorkflowRoute = defineEndpoint({
  operationId: 'duplicateWorkflow',
  method: 'post',
  path: '/workflows/:id/duplicate',
  access: 'project',
  effect: 'keeps',
  summary: 'Duplicate a workflow',
  description: 'The copy is disabled and has its own steps and transitions. Its name ends with ` (Copy)`.',
  example: { response: { name: 'Onboarding (Copy)', enabled: false } },
  request: { params: WorkflowParams },
  response: WorkflowResponse,
  status: 201,
  quota: 'workflows',
  errors: ['WORKFLOW_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  async handle({ params }, { projectId, caller }) {
    return presentWorkflow(
      await duplicateWorkflow(
        { projectId, authorId: userIdOf(caller), workflowId: params.id },
        { maxNameLength: MAX_NAME_LENGTH },
      ),
    )
  },
})

import { deleteStep } from '../../../commands/automation/workflows/delete-step.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StepDeletion, StepParams } from '../../schemas/workflow.js'

export const deleteStepRoute = defineEndpoint({
  operationId: 'deleteStep',
  method: 'delete',
  path: '/workflows/:id/steps/:stepId',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a step of a workflow, with its transitions',
  description:
    'The following steps stay, unconnected. With `splice=true`, the previous steps are connected to the step after ' +
    'it. Returns 400 for the TRIGGER step, and for a splice if several steps follow or a resulting transition is ' +
    'not allowed. Running executions keep the step.',
  request: { params: StepParams, query: StepDeletion },
  response: null,
  errors: ['BAD_REQUEST', 'WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async handle({ params, query }, { projectId, caller }) {
    await deleteStep({ projectId, authorId: userIdOf(caller), workflowId: params.id, stepId: params.stepId }, query)
  },
})

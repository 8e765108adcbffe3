import { addStep } from '../../../commands/automation/workflows/add-step.js'
import { userIdOf } from '../../http/access.js'
import { faultSettings } from '../../../commands/automation/workflows/find-workflow-faults.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentStep } from '../../presenters/workflow.js'
import { TEMPLATE_SCOPE } from '../../schemas/steps/template-scope.js'
import { NewStep, StepResponse, WorkflowParams } from '../../schemas/workflow.js'

export const addStepRoute = defineEndpoint({
  operationId: 'addStep',
  method: 'post',
  path: '/workflows/:id/steps',
  access: 'project',
  effect: 'keeps',
  summary: 'Add a step to a workflow',
  description:
    'Steps of a disabled workflow can be incomplete. Steps of an enabled workflow must be complete.\n\n' +
    TEMPLATE_SCOPE,
  example: {
    body: { type: 'DELAY', name: 'Two days', config: { amount: 2, unit: 'days' }, autoConnect: true },
    response: { type: 'DELAY', name: 'Two days', config: { amount: 2, unit: 'days' } },
  },
  request: { params: WorkflowParams, body: NewStep },
  response: StepResponse,
  status: 201,
  badRequest: 'plain',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  async handle({ params, body }, { projectId, caller, services }) {
    const settings = faultSettings(services.config)
    const { workflow, step } = await addStep(
      { projectId, authorId: userIdOf(caller), workflowId: params.id },
      body,
      settings,
    )
    return presentStep(workflow, step)
  },
})

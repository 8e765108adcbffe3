import { changeStep } from '../../../commands/automation/workflows/change-step.js'
import { findWorkflow } from '../../../commands/automation/workflows/find-workflow.js'
import { requireStep } from '../../../commands/automation/workflows/workflow-step.js'
import { userIdOf } from '../../http/access.js'
import { faultSettings } from '../../../commands/automation/workflows/find-workflow-faults.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentStep } from '../../presenters/workflow.js'
import { readStepPatch } from '../../schemas/step-patch.js'
import { StepParams, StepPatch, StepResponse } from '../../schemas/workflow.js'

export const updateStepRoute = defineEndpoint({
  operationId: 'updateStep',
  method: 'patch',
  path: '/workflows/:id/steps/:stepId',
  access: 'project',
  effect: 'keeps',
  summary: 'Update a step',
  description:
    "Running executions keep their version of the step. Configure the TRIGGER step with the workflow's " +
    '`triggerConfig`. Returns 422 if a step of an enabled workflow would become incomplete, and 400 if the step ' +
    'would lose a branch that a transition uses.',
  example: {
    body: { name: 'Three days', config: { amount: 3, unit: 'days' } },
    response: { type: 'DELAY', name: 'Three days', config: { amount: 3, unit: 'days' } },
  },
  request: { params: StepParams, body: StepPatch },
  response: StepResponse,
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  async handle({ params, body }, { projectId, caller, services }) {
    const ref = { projectId, workflowId: params.id, stepId: params.stepId }
    const patch = await readStepPatch(requireStep(await findWorkflow(ref), ref.stepId), body, projectId)
    const settings = faultSettings(services.config)
    const { workflow, step } = await changeStep({ ...ref, authorId: userIdOf(caller) }, patch, settings)
    return presentStep(workflow, step)
  },
})

import { deleteStep as remove } from '../../../commands/workflows/delete-step.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StepDeletion, StepParams } from '../../schemas/workflow.js'

export const deleteStep = defineEndpoint({
  operationId: 'deleteStep',
  method: 'delete',
  path: '/workflows/:id/steps/:stepId',
  access: 'project',
  summary: 'Delete a step of a workflow, with its transitions',
  description:
    'The steps behind it stay, unconnected; with `splice=true`, what led to it leads to the one step behind it. ' +
    'Answers 400, and changes nothing, for the TRIGGER, and for a splice where several steps follow or a transition ' +
    'would come of it that is not allowed. Executions that have begun keep the step.',
  request: { params: StepParams, query: StepDeletion },
  response: null,
  errors: ['BAD_REQUEST', 'WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async handle({ params, query }, { projectId }) {
    await remove({ projectId, workflowId: params.id, stepId: params.stepId }, query)
  },
})

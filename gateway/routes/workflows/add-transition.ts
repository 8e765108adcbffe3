import { addTransition } from '../../../commands/automation/workflows/add-transition.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTransition } from '../../presenters/workflow.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { NewTransition, TransitionResponse, WorkflowParams } from '../../schemas/workflow.js'

export const addTransitionRoute = defineEndpoint({
  operationId: 'addTransition',
  method: 'post',
  path: '/workflows/:id/transitions',
  access: 'project',
  effect: 'keeps',
  summary: 'Add a transition between two steps of a workflow',
  example: { body: { fromStepId: EXAMPLE_IDS.step, toStepId: EXAMPLE_IDS.nextStep } },
  request: { params: WorkflowParams, body: NewTransition },
  response: TransitionResponse,
  status: 201,
  badRequest: 'plain',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async handle({ params, body }, { projectId, caller }) {
    const { condition, branch = condition?.branch ?? null, ...rest } = body
    const transition = await addTransition(
      { projectId, authorId: userIdOf(caller), workflowId: params.id },
      { ...rest, branch },
    )
    return presentTransition(params.id, transition)
  },
})

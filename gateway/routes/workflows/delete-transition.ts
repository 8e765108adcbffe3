import { deleteTransition } from '../../../commands/automation/workflows/delete-transition.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TransitionParams } from '../../schemas/workflow.js'

export const deleteTransitionRoute = defineEndpoint({
  operationId: 'deleteTransition',
  method: 'delete',
  path: '/workflows/:id/transitions/:transitionId',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a transition',
  description: 'Running executions still use it.',
  request: { params: TransitionParams },
  response: null,
  errors: ['WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId, caller }) {
    await deleteTransition({
      projectId,
      authorId: userIdOf(caller),
      workflowId: params.id,
      transitionId: params.transitionId,
    })
  },
})

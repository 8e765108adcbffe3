import { createWorkflow } from '../../../commands/automation/workflows/create-workflow.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentWorkflow } from '../../presenters/workflow.js'
import { NewWorkflow, WorkflowResponse } from '../../schemas/workflow.js'

export const createWorkflowRoute = defineEndpoint({
  operationId: 'createWorkflow',
  method: 'post',
  path: '/workflows',
  access: 'project',
  effect: 'keeps',
  summary: 'Create a disabled workflow with a TRIGGER step',
  example: { body: { name: 'Onboarding', eventName: 'signed up', allowReentry: false } },
  request: { body: NewWorkflow },
  response: WorkflowResponse,
  status: 201,
  badRequest: 'plain',
  quota: 'workflows',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body }, { projectId, caller }) {
    const { eventName, triggerConfig, ...rest } = body
    const trigger = { ...triggerConfig, ...(eventName ? { eventName } : {}) }
    const draft = { ...rest, projectId, triggerConfig: trigger, authorId: userIdOf(caller) }
    return presentWorkflow(await createWorkflow(draft))
  },
})

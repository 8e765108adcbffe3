import { createFromStarter } from '../../../commands/automation/workflows/create-from-starter.js'
import { createWorkflow } from '../../../commands/automation/workflows/create-workflow.js'
import { messageSettings } from '../../../commands/sending/sources/message-settings.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { findWorkflowStarter } from '../../../models/domain/workflow-starters/starters.js'
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
  summary: 'Create a disabled workflow',
  description: 'It has a TRIGGER step, or with a `starter` all of its steps. The domain of `from` must be verified.',
  example: { body: { name: 'Onboarding', eventName: 'signed up', allowReentry: false } },
  request: { body: NewWorkflow },
  response: WorkflowResponse,
  status: 201,
  badRequest: 'plain',
  quota: 'workflows',
  unverifiedSender: 'INTERNAL_SERVER_ERROR',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED'],
  async handle({ body }, { projectId, project, caller, services }) {
    const { triggerConfig, starter: starterId, language: locale, from, fromName, ...rest } = body
    const language = chooseLanguage({ locale, projectLanguage: project.language })
    const starter = findWorkflowStarter(starterId ?? '', language)
    const { name = starter?.name ?? '', allowReentry = starter?.allowReentry ?? false, description } = rest
    const eventName = rest.eventName ?? triggerConfig?.eventName ?? starter?.eventName
    const trigger = { ...triggerConfig, ...(eventName ? { eventName } : {}) }
    const draft = { name, description, allowReentry, projectId, triggerConfig: trigger, authorId: userIdOf(caller) }
    if (!starter || from === undefined) return presentWorkflow(await createWorkflow(draft))
    const settings = messageSettings(project, services.config)
    return presentWorkflow(await createFromStarter(draft, starter, { sender: { from, fromName }, settings }))
  },
})

import { createTemplate } from '../../../commands/sending/templates/create-template.js'
import { messageSettings } from '../../../commands/sending/sources/message-settings.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTemplate } from '../../presenters/template.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'
import { NewTemplate, TemplateResponse } from '../../schemas/template.js'
import { fromStarter } from './from-starter.js'

export const createTemplateRoute = defineEndpoint({
  operationId: 'createTemplate',
  method: 'post',
  path: '/templates',
  access: 'project',
  effect: 'keeps',
  summary: 'Create a template',
  description:
    'The body is HTML, or made of a `design`, `mjml` or a `starter`. Subject and body are Liquid; `{{ field ?? fallback }}` gives a fallback for a missing value. The domain of ' +
    '`from` must be verified.',
  example: {
    body: {
      name: 'Welcome',
      subject: 'Welcome, {{ firstName ?? friend }}',
      body: '<p>Your plan: {{ plan ?? free }}</p>',
      from: 'hello@example.com',
      type: 'TRANSACTIONAL',
    },
  },
  request: { body: NewTemplate },
  response: TemplateResponse,
  status: 201,
  badRequest: 'plain',
  unverifiedSender: 'INTERNAL_SERVER_ERROR',
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  quota: 'templates',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED'],
  async handle({ body }, { projectId, project, caller, services }) {
    const settings = messageSettings(project, services.config)
    const authorId = userIdOf(caller)
    return presentTemplate(await createTemplate({ ...fromStarter(body, project), projectId, authorId }, settings))
  },
})

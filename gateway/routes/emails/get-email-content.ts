import { z } from 'zod'
import { emailContent } from '../../../commands/sending/emails/email-content.js'
import { addressSettingsOf } from '../../../mail/links/address-settings.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentContent } from '../../presenters/email.js'
import { EmailContentResponse } from '../../schemas/email.js'
import { resourceId } from '../../schemas/ids.js'

export const getEmailContentRoute = defineEndpoint({
  operationId: 'getEmailContent',
  method: 'get',
  path: '/emails/:id/content',
  access: 'project',
  summary: 'Get the content of an email',
  description:
    'Renders the message again from its stored content and values, with the current fields of its contact. Links to ' +
    'unsubscribe, subscribe and manage preferences lead nowhere, and other links are not tracked. Content is ' +
    'deleted some time after its last use, and with its contact; then the response is 410.',
  request: { params: z.object({ id: resourceId('email') }) },
  response: EmailContentResponse,
  errors: ['RESOURCE_NOT_FOUND', 'CONTENT_GONE'],
  async handle({ params }, { project, services }) {
    return presentContent(await emailContent(project, params.id, addressSettingsOf(services.config)))
  },
})

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
    'A sent message is rendered again from the content and the values that were stored for it, by the fields that its ' +
    'contact has now. Its links to unsubscribe, to subscribe and to manage lead nowhere, and other links are not ' +
    'tracked. Content goes some time after its last use, and with its contact: then the answer is 410.',
  request: { params: z.object({ id: resourceId('email') }) },
  response: EmailContentResponse,
  errors: ['RESOURCE_NOT_FOUND', 'CONTENT_GONE'],
  async handle({ params }, { project, services }) {
    return presentContent(await emailContent(project, params.id, addressSettingsOf(services.config)))
  },
})

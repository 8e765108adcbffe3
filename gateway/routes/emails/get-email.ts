import { z } from 'zod'
import { getEmail } from '../../../commands/sending/emails/find-email.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentReceived, presentTimeline } from '../../presenters/email.js'
import { EmailWithTimeline } from '../../schemas/email.js'
import { resourceId } from '../../schemas/ids.js'

export const getEmailRoute = defineEndpoint({
  operationId: 'getEmail',
  method: 'get',
  path: '/emails/:id',
  access: 'project',
  summary: 'Get an email with its events',
  request: { params: z.object({ id: resourceId('email') }) },
  response: EmailWithTimeline,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const { email, events, body } = await getEmail(projectId, params.id)
    return { ...presentTimeline(email, events), ...(body ? { received: presentReceived(email, body) } : {}) }
  },
})

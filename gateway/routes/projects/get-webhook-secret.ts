import { webhookSecretOf } from '../../../commands/tenancy/projects/webhook-secret.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ProjectParams, WebhookSecretResponse } from '../../schemas/project.js'

export const getWebhookSecretRoute = defineEndpoint({
  operationId: 'getWebhookSecret',
  method: 'get',
  path: '/projects/:id/webhook-secret',
  access: 'memberOrKey',
  scope: 'full',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Get the webhook signing secret',
  description:
    'Use this secret to verify the signature of requests from webhook steps, as specified by [Standard ' +
    'Webhooks](https://www.standardwebhooks.com).',
  request: { params: ProjectParams },
  response: WebhookSecretResponse,
  envelope: 'success',
  errors: [],
  async handle(_input, { projectId, services }) {
    return { webhookSecret: await webhookSecretOf(projectId, services.config.ENCRYPTION_KEY) }
  },
})

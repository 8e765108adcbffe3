import { liftSuppression } from '../../../commands/emails/suppress-address.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { SuppressionParams } from '../../schemas/suppression.js'

export const deleteSuppression = defineEndpoint({
  operationId: 'deleteSuppression',
  method: 'delete',
  path: '/suppressions/:email',
  access: 'project',
  summary: 'Let an address be mailed again',
  description: 'Its contact is not subscribed again by this, and what was recorded as `SUPPRESSED` stays unsent.',
  request: { params: SuppressionParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    await liftSuppression(projectId, params.email)
  },
})

import { liftSuppression } from '../../../commands/audience/contacts/suppress-address.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { SuppressionParams } from '../../schemas/suppression.js'

export const deleteSuppressionRoute = defineEndpoint({
  operationId: 'deleteSuppression',
  method: 'delete',
  path: '/suppressions/:email',
  access: 'project',
  effect: 'keeps',
  summary: 'Lift the suppression of an address',
  description:
    'A pause after soft bounces (`SOFT_BOUNCES`) ends at once, and soft bounces count from zero. Lifting `BOUNCE` ' +
    'subscribes a contact again that the bounce unsubscribed, unless its subscription was stated since. Otherwise the ' +
    'contact stays as it is. Mail that was recorded as `SUPPRESSED` stays unsent.',
  request: { params: SuppressionParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    await liftSuppression(projectId, params.email)
  },
})

import { liftSuppression } from '../../../commands/audience/contacts/suppress-address.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { SuppressionParams } from '../../schemas/suppression.js'

export const deleteSuppressionRoute = defineEndpoint({
  operationId: 'deleteSuppression',
  method: 'delete',
  path: '/suppressions/:email',
  access: 'project',
  effect: 'keeps',
  summary: 'Remove a suppression',
  description:
    'A pause after soft bounces (`SOFT_BOUNCES`) ends immediately, and the soft bounce count restarts at zero. ' +
    'Removing `BOUNCE` resubscribes a contact that the bounce unsubscribed, unless its subscription was set since. ' +
    'Otherwise the contact stays unchanged. Emails recorded as `SUPPRESSED` stay unsent.',
  request: { params: SuppressionParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    await liftSuppression(projectId, params.email)
  },
})

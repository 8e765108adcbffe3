import { suppressAddress } from '../../../commands/audience/contacts/suppress-address.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { presentSuppression } from '../../presenters/suppression.js'
import { NewSuppression, SuppressionResponse } from '../../schemas/suppression.js'

export const createSuppressionRoute = defineEndpoint({
  operationId: 'createSuppression',
  method: 'post',
  path: '/suppressions',
  access: 'project',
  effect: 'keeps',
  summary: 'Suppress an address',
  description:
    'From now on, no email of any kind is sent to the address; such emails are recorded as `SUPPRESSED`. Returns ' +
    '200 with the existing suppression if there is one. A pause after soft bounces becomes a manual suppression, ' +
    "which does not expire. The contact's subscription does not change.",
  example: { body: { email: 'ada@example.com' }, response: { reason: 'MANUAL' } },
  request: { body: NewSuppression },
  response: SuppressionResponse,
  statuses: [200, 201],
  errors: ['VALIDATION_ERROR'],
  async handle({ body }, { projectId }) {
    const { suppression, isNew } = await suppressAddress(projectId, body.email)
    return reply(isNew ? 201 : 200, presentSuppression(suppression))
  },
})

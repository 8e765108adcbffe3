import { startCheckout } from '../../../commands/tenancy/billing/customer.js'
import { linkTo } from '../../../commands/sending/platform-mail/link-to.js'
import { hasBilling } from '../../../runtime/config/billing.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { PageResponse } from '../../schemas/billing.js'
import { ProjectParams } from '../../schemas/project.js'
import { requireBilling } from './offered.js'

export const startCheckoutRoute = defineEndpoint({
  operationId: 'startCheckout',
  method: 'post',
  path: '/users/@me/projects/:id/checkout',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  isOffered: hasBilling,
  // A project that is disabled because it did not pay has to be able to pay.
  summary: 'Start a subscription checkout',
  description:
    'Returns the URL of a Stripe page that leads back to the dashboard. The subscription starts once Stripe has ' +
    'notified Posthorn.',
  request: { params: ProjectParams },
  response: PageResponse,
  errors: ['CONFLICT'],
  async handle(_input, { project, services }) {
    const returnUrl = linkTo({ page: 'billing', projectId: project._id }, services.config)
    return { url: await startCheckout({ project, provider: requireBilling(services), returnUrl }) }
  },
})

import { openPortal } from '../../../commands/tenancy/billing/customer.js'
import { linkTo } from '../../../commands/sending/platform-mail/link-to.js'
import { hasBilling } from '../../../runtime/config/billing.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { PageResponse } from '../../schemas/billing.js'
import { ProjectParams } from '../../schemas/project.js'
import { requireBilling } from './offered.js'

export const openBillingPortalRoute = defineEndpoint({
  operationId: 'openBillingPortal',
  method: 'post',
  path: '/users/@me/projects/:id/billing-portal',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  isOffered: hasBilling,
  // A project that is disabled because of its payments must be able to pay.
  summary: 'Open the billing portal',
  request: { params: ProjectParams },
  response: PageResponse,
  errors: ['CONFLICT'],
  async handle(_input, { project, services }) {
    const returnUrl = linkTo({ page: 'billing', projectId: project._id }, services.config)
    return { url: await openPortal({ project, provider: requireBilling(services), returnUrl }) }
  },
})

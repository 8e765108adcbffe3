import { describeLimits } from '../../../commands/tenancy/billing/limits.js'
import { hasBilling } from '../../../runtime/config/billing.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { LimitsResponse } from '../../schemas/billing.js'
import { ProjectParams } from '../../schemas/project.js'

export const getBillingLimitsRoute = defineEndpoint({
  operationId: 'getBillingLimits',
  method: 'get',
  path: '/users/@me/projects/:id/billing-limits',
  access: 'member',
  roles: ['OWNER', 'ADMIN'],
  isOffered: hasBilling,
  summary: 'Get monthly email limits',
  description: 'Includes the usage of the calendar month (UTC). Failed and withheld emails do not count.',
  request: { params: ProjectParams },
  response: LimitsResponse,
  errors: [],
  handle: async (_input, { project }) => describeLimits(project),
})

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
  summary: 'Get the limits on the emails of a month',
  description: 'With the emails of the calendar month in UTC, of which those that failed or were withheld are none.',
  request: { params: ProjectParams },
  response: LimitsResponse,
  errors: [],
  handle: async (_input, { project }) => describeLimits(project),
})

import { findConsumption } from '../../../commands/tenancy/billing/consumption.js'
import { hasBilling } from '../../../runtime/config/billing.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentConsumption } from '../../presenters/billing.js'
import { ConsumptionResponse } from '../../schemas/billing.js'
import { ProjectParams } from '../../schemas/project.js'
import { requireBilling } from './offered.js'

export const getBillingConsumptionRoute = defineEndpoint({
  operationId: 'getBillingConsumption',
  method: 'get',
  path: '/users/@me/projects/:id/billing-consumption',
  access: 'member',
  roles: ['OWNER', 'ADMIN'],
  isOffered: hasBilling,
  summary: "Get this month's usage and the upcoming invoice",
  request: { params: ProjectParams },
  response: ConsumptionResponse,
  errors: [],
  handle: async (_input, { project, services }) =>
    presentConsumption(await findConsumption(project, requireBilling(services))),
})

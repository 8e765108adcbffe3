import { changeLimits, describeLimits } from '../../../commands/tenancy/billing/limits.js'
import { hasBilling } from '../../../runtime/config/billing.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { LimitsBody, LimitsResponse } from '../../schemas/billing.js'
import { ProjectParams } from '../../schemas/project.js'

export const setBillingLimitsRoute = defineEndpoint({
  operationId: 'setBillingLimits',
  method: 'put',
  path: '/users/@me/projects/:id/billing-limits',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  isOffered: hasBilling,
  summary: 'Set monthly email limits',
  description:
    'An omitted limit stays unchanged, and null removes a limit. Above a limit, sends return 429, campaigns pause, ' +
    'workflow steps fail, and received email is deferred.',
  example: { body: { transactional: 10_000, campaigns: null } },
  request: { params: ProjectParams, body: LimitsBody },
  response: LimitsResponse,
  errors: ['VALIDATION_ERROR', 'RESOURCE_NOT_FOUND'],
  handle: async ({ body }, { projectId }) => describeLimits(await changeLimits(projectId, body)),
})

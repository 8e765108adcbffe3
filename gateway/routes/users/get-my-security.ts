import { findReputation } from '../../../commands/base/counters/reputation.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSecurity } from '../../presenters/security.js'
import { ProjectParams } from '../../schemas/project.js'
import { SecurityResponse } from '../../schemas/security.js'

export const getMySecurityRoute = defineEndpoint({
  operationId: 'getMySecurity',
  method: 'get',
  path: '/users/@me/projects/:id/security',
  access: 'member',
  summary: 'Get the bounce and complaint rates of a project',
  request: { params: ProjectParams },
  response: SecurityResponse,
  errors: [],
  handle: async (_input, { project }) => presentSecurity(project, await findReputation(project._id)),
})
